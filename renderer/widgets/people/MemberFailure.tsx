import { failureMessage, isFailure } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { DiscoverLink, EmptyState, ErrorState } from '#ui/States.tsx'

/** Error page for any page of a member: unknown uid (F4) or a failed request. */
export function MemberFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (!isFailure(error) || error.status !== 404) return <ErrorState level={1} message={failureMessage(error)} onRetry={onRetry} />
  return (
    <EmptyState level={1} title={t.member.notFoundTitle} action={<DiscoverLink />}>
      {t.member.notFoundText}
    </EmptyState>
  )
}
