import { useState } from 'react'
import { Link } from 'wouter'
import type { AdminMember } from '#contract/schemas/adminMembers.ts'
import { useAdminMemberQuery } from '#data/adminMembers.ts'
import { failureMessage, useMe } from '#data/index.ts'
import { useMemberPrivilegesQuery } from '#data/memberPrivileges.ts'
import { adminLogPath } from '#navigation/adminPaths.ts'
import { t } from '#texts/index.ts'
import { Avatar } from '#ui/Avatar.tsx'
import { Skeleton, SkeletonGroup } from '#ui/Skeleton.tsx'
import { ErrorState } from '#ui/States.tsx'
import { useRefresh } from '../useRefresh.ts'
import { MemberRights } from './MemberRights.tsx'
import { MemberBadges, MemberFacts } from './MemberRow.tsx'
import { Removal } from './Removal.tsx'
import { Sessions } from './Sessions.tsx'
import { Suspension } from './Suspension.tsx'
import styles from './Members.module.css'

/** Interval at which the progress of a removal is read (ms). */
const progressMs = 1500

const Loading = () => (
  <SkeletonGroup label={t.admin.loading}>
    <Skeleton width="100%" height="20rem" />
  </SkeletonGroup>
)

/** What admins see and change of a member: privileges, suspension, sessions and content. */
export function MemberPage({ uid }: { uid: string }) {
  const input = { params: { uid } }
  const { me } = useMe()
  // The page stays mounted when the session expires: it is still that of the admin who was signed in.
  const [viewerUid, setViewerUid] = useState(me?.uid)
  if (me && me.uid !== viewerUid) setViewerUid(me.uid)
  const { currentData: found, error, refetch } = useAdminMemberQuery(input)
  useRefresh(refetch, progressMs, found?.removal?.status === 'running')
  if (!found) return error ? <ErrorState message={failureMessage(error)} onRetry={() => void refetch()} /> : <Loading />
  const { member, sessionCount, removal } = found
  const onChanged = (): void => void refetch()
  const isOwn = viewerUid === member.uid
  return (
    <div className={styles.member}>
      <Head member={member} />
      <Rights uid={member.uid} onSaved={onChanged} />
      {!isOwn && <Suspension member={member} onChanged={onChanged} />}
      <Sessions member={member} count={sessionCount} isOwn={isOwn} onChanged={onChanged} />
      {!isOwn && <Removal member={member} removal={removal} onStarted={onChanged} />}
    </div>
  )
}

const Head = ({ member }: { member: AdminMember }) => (
  <div className={styles.head}>
    <Avatar member={member} size="large" />
    <div className={styles.words}>
      <div className={styles.name}>
        <h2>{member.name}</h2>
        <MemberBadges member={member} />
      </div>
      <MemberFacts member={member} />
      <p className={styles.facts}>
        <Link href={`/p/${member.uid}`}>{t.adminMembers.profile}</Link>
        <Link href={adminLogPath(member.uid)}>{t.adminMembers.log}</Link>
      </p>
    </div>
  </div>
)

function Rights({ uid, onSaved }: { uid: string; onSaved: () => void }) {
  const { currentData: rights, error, refetch } = useMemberPrivilegesQuery({ params: { uid } })
  if (rights) return <MemberRights key={rights.uid} rights={rights} onSaved={onSaved} />
  return error ? <ErrorState message={failureMessage(error)} onRetry={() => void refetch()} /> : <Loading />
}
