import { t } from '#texts/index.ts'
import { ButtonLink } from '#ui/Button.tsx'
import { EmptyState } from '#ui/States.tsx'

export default function PostNotFound() {
  return (
    <EmptyState
      level={1}
      title={t.post.notFoundTitle}
      action={
        <ButtonLink href="/discover" kind="primary">
          {t.post.discover}
        </ButtonLink>
      }
    >
      {t.post.notFoundText}
    </EmptyState>
  )
}
