import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { MemberRef } from '#contract/schemas.ts'
import type { Listing } from '#data/index.ts'
import { Avatar } from '#ui/Avatar.tsx'
import { VerifiedMark } from '#ui/Verified.tsx'
import { FollowButton } from '../follow/index.ts'
import { PagedList } from './PagedList.tsx'
import styles from './People.module.css'

/**
 * A member in a list. The row is a link; `action`, by default a follow button, lies above it. `about` replaces the user
 * id.
 */
export const MemberRow = ({ member, about, action }: { member: MemberRef; about?: ReactNode; action?: ReactNode }) => (
  <article className={styles.row}>
    <Avatar member={member} size="large" />
    <div className={styles.words}>
      <h2 className={styles.name}>
        <Link href={`/p/${member.uid}`} className={styles.whole} title={member.name}>
          {member.name}
          <VerifiedMark member={member} />
        </Link>
      </h2>
      <p className={styles.small}>{about ?? `@${member.uid}`}</p>
    </div>
    <span className={styles.act}>{action ?? <FollowButton kind="member" id={member.uid} name={member.name} size="mini" listed />}</span>
  </article>
)

const uidOf = ({ uid }: MemberRef): string => uid

/** A paged list of members with follow buttons. */
export const MemberList = ({ list, label, empty }: { list: Listing<MemberRef>; label: string; empty: string }) => (
  <PagedList list={list} label={label} empty={empty} keyOf={uidOf} row={(member) => <MemberRow member={member} />} />
)
