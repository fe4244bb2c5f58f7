import { failureTitle, useMemberQuery } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { usePageTitle } from '#ui/page.ts'
import { MemberFailure } from '#widgets/people/index.ts'
import { MemberHeader, MemberHeaderSkeleton } from './MemberHeader.tsx'
import { Sections } from './Sections.tsx'
import { useAutoFollow } from './useAutoFollow.ts'
import styles from './MemberScreen.module.css'

/** `/p/{uid}`: profile with playlists, collection, posts and activity (F1–F4). */
export default function MemberScreen({ uid }: { uid: string }) {
  const { currentData: member, error, refetch } = useMemberQuery({ params: { uid } })
  useAutoFollow(uid, member !== undefined)
  usePageTitle(member ? t.member.titleOf(member.name, member.uid) : error && failureTitle(error, t.member.notFoundTitle))

  if (!member && error) return <MemberFailure error={error} onRetry={() => void refetch()} />
  return (
    <div className={styles.page}>
      {member ? <MemberHeader member={member} /> : <MemberHeaderSkeleton />}
      {member && <Sections member={member} />}
    </div>
  )
}
