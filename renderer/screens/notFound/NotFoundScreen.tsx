import { Compass } from 'lucide-react'
import { t } from '#texts/index.ts'
import { ButtonLink } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { usePageTitle } from '#ui/page.ts'
import { EmptyState } from '#ui/States.tsx'

export default function NotFoundScreen() {
  usePageTitle(t.notFound.title)
  return (
    <EmptyState
      level={1}
      title={t.notFound.heading}
      icon={<Icon as={Compass} size={28} />}
      action={
        <ButtonLink href="/discover" kind="primary">
          {t.notFound.home}
        </ButtonLink>
      }
    >
      {t.notFound.text}
    </EmptyState>
  )
}
