import { Inbox, PartyPopper } from 'lucide-react'
import { feedHref } from '#contract/pages/feed.ts'
import { useMe } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { ButtonLink } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { lazyComponent } from '#ui/lazyComponent.tsx'
import { DiscoverLink, EmptyState } from '#ui/States.tsx'
import { useFollowedTags } from '../followTags/index.ts'
import type { FeedContext } from './context.ts'

const Suggestions = lazyComponent(() => import('./Suggestions.tsx'))

/** Shown instead of a feed without activity. Members who follow nothing yet get an invitation (N4). */
export function EmptyFeed({ context }: { context: FeedContext }) {
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

/** The same number as in the tag cloud, so that both queries share one cache entry. */
const tagCloudLimit = 15

/** An invitation for members who follow nothing; for others, a notice that what they follow has no recent activity. */
function Invitation() {
  const { me } = useMe()
  const tags = useFollowedTags(tagCloudLimit)
  const followsAny = me !== null && me.followingCount + me.collectedBeadCount > 0
  // Unknown until the followed tags are loaded; the counts of `me` do not include tags.
  if (!followsAny && tags.state === 'loading') return null
  const isSilentFeed = followsAny || tags.total > 0
  return (
    <EmptyState
      icon={<Icon as={isSilentFeed ? Inbox : PartyPopper} size={28} />}
      title={isSilentFeed ? t.feed.silentTitle : t.feed.emptyTitle}
      action={<DiscoverLink />}
    >
      {isSilentFeed ? t.feed.silentText : t.feed.emptyText}
    </EmptyState>
  )
}
