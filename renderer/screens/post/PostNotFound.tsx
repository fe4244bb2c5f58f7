import { t } from '#texts/index.ts'
import { DiscoverLink, EmptyState } from '#ui/States.tsx'

export default function PostNotFound() {
  return (
    <EmptyState level={1} title={t.post.notFoundTitle} action={<DiscoverLink />}>
      {t.post.notFoundText}
    </EmptyState>
  )
}
