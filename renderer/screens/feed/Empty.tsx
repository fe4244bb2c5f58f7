import { Inbox, PartyPopper } from 'lucide-react'
import { feedHref } from '#contract/pages/feed.ts'
import { useMe } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { ButtonLink } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { lazyComponent } from '#ui/lazyComponent.tsx'
import { EmptyState } from '#ui/States.tsx'
import { useOwnTags } from '../followTags/index.ts'
import type { FeedContext } from './context.ts'

const Suggestions = lazyComponent(() => import('./Suggestions.tsx'))

/** A feed in which nothing happened: of who follows nothing yet, an invitation (N4). */
export function Empty({ context }: { context: FeedContext }) {
  if (context.kind === 'profile') return <EmptyState icon={<Icon as={Inbox} size={28} />} title={t.feed.emptyProfile(context.name)} />
  const { kind, category } = context
  if (category !== null)
    return (
      <EmptyState
        icon={<Icon as={Inbox} size={28} />}
        title={t.feed.emptyCategory(t.categories[category])}
        action={<ButtonLink href={feedHref(kind === 'trending' ? kind : 'activity', null)}>{t.feed.showAll}</ButtonLink>}
      />
    )
  if (kind !== 'activity') return <EmptyState icon={<Icon as={Inbox} size={28} />} title={t.feed.emptySite} />
  return (
    <>
      <Invitation />
      <Suggestions />
    </>
  )
}

/** As many as the cloud beside it asks for. */
const asked = 15

/** Who follows nothing is asked to; who follows what is silent is told so. */
function Invitation() {
  const { me } = useMe()
  const tags = useOwnTags(asked)
  const knows = me !== null && me.followingCount + me.collectedBeadCount > 0
  if (!knows && tags.state === 'loading') return null
  const silent = knows || tags.total > 0
  return (
    <EmptyState
      icon={<Icon as={silent ? Inbox : PartyPopper} size={28} />}
      title={silent ? t.feed.silentTitle : t.feed.emptyTitle}
      action={
        <ButtonLink href="/discover" kind="primary">
          {t.feed.discover}
        </ButtonLink>
      }
    >
      {silent ? t.feed.silentText : t.feed.emptyText}
    </EmptyState>
  )
}
