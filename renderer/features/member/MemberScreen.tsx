import { failureMessage, failureTitle, isFailure, useMemberQuery } from '../../app/api/index.ts'
import { t } from '../../texts/index.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { usePageTitle } from '../../ui/page.ts'
import { EmptyState, ErrorState } from '../../ui/States.tsx'
import { MemberHeader, MemberHeaderSkeleton } from './MemberHeader.tsx'
import { StartedBeads } from './StartedBeads.tsx'
import styles from './MemberScreen.module.css'

/** `/p/{uid}`: who a member is, and the playlists they started. */
export default function MemberScreen({ uid }: { uid: string }) {
  const { currentData: member, error, refetch } = useMemberQuery({ params: { uid } })
  usePageTitle(member ? t.member.titleOf(member.name, member.uid) : error && failureTitle(error, t.member.notFoundTitle))

  if (!member && error) {
    if (isFailure(error) && error.status === 404) return <MemberNotFound />
    return <ErrorState level={1} message={failureMessage(error)} onRetry={() => void refetch()} />
  }
  return (
    <div className={styles.page}>
      {member ? <MemberHeader member={member} /> : <MemberHeaderSkeleton />}
      {member && <StartedBeads member={member} />}
    </div>
  )
}

const MemberNotFound = () => (
  <EmptyState level={1} title={t.member.notFoundTitle} action={<ButtonLink href="/discover" kind="primary">{t.member.discover}</ButtonLink>}>
    {t.member.notFoundText}
  </EmptyState>
)
