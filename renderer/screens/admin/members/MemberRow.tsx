import { Link } from 'wouter'
import type { AdminMember } from '#contract/schemas/adminMembers.ts'
import { adminMemberPath } from '#navigation/adminPaths.ts'
import { t } from '#texts/index.ts'
import { Avatar } from '#ui/Avatar.tsx'
import { TimeAgo } from '#ui/TimeAgo.tsx'
import { Verified } from '#ui/Verified.tsx'
import styles from './Members.module.css'

/** A member found on the admin page. The name links to the page on which admins change the account. */
export const MemberRow = ({ member }: { member: AdminMember }) => (
  <li className={styles.row}>
    <Avatar member={member} size="medium" />
    <div className={styles.words}>
      <p className={styles.name}>
        <Link href={adminMemberPath(member.uid)}>{member.name}</Link>
        {member.verified && <Verified />}
        <MemberBadges member={member} />
      </p>
      <MemberFacts member={member} />
    </div>
  </li>
)

/** Role and state. */
export const MemberBadges = ({ member: { isAdmin, suspension } }: { member: AdminMember }) => (
  <>
    {isAdmin && <span className={styles.badge}>{t.adminMembers.admin}</span>}
    {suspension && <span className={styles.warning}>{t.adminMembers.suspended}</span>}
  </>
)

export const MemberFacts = ({ member: { uid, email, emailVerified, creationDate } }: { member: AdminMember }) => (
  <p className={styles.facts}>
    <span>{uid}</span>
    <span>
      {email ?? t.adminMembers.noEmail}
      {email !== null && !emailVerified && ` (${t.adminMembers.unconfirmed})`}
    </span>
    <span>
      {t.adminMembers.joined} <TimeAgo instant={creationDate} />
    </span>
  </p>
)
