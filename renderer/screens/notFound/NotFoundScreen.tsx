import { Compass } from 'lucide-react'
import { t } from '#texts/index.ts'
import { Icon } from '#ui/Icon.tsx'
import { usePageTitle } from '#ui/page.ts'
import { DiscoverLink, EmptyState } from '#ui/States.tsx'

export default function NotFoundScreen() {
  usePageTitle(t.notFound.title)
  return (
    <EmptyState level={1} title={t.notFound.heading} icon={<Icon as={Compass} size={28} />} action={<DiscoverLink />}>
      {t.notFound.text}
    </EmptyState>
  )
}
