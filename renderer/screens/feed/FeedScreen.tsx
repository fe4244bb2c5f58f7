import { useSearch } from 'wouter'
import { feedCategory, type FeedPageKind } from '#contract/pages/feed.ts'
import { useMe, useSite } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { lazyComponent } from '#ui/lazyComponent.tsx'
import { usePageTitle } from '#ui/page.ts'
import { useMedia } from '#ui/useMedia.ts'
import { FollowTagsPrompt } from '../followTags/index.ts'
import { isSilent, type FeedContext } from './context.ts'
import { FeedHead } from './FeedHead.tsx'
import { FeedItems } from './FeedItems.tsx'
import { NewBanner, UpdatesBox } from './NewBanner.tsx'
import { Sidebar } from './Sidebar.tsx'
import { useFeed } from './useFeed.ts'
import { useNewItems, useTitleCount } from './useNewItems.ts'
import { useRefresh } from './useRefresh.ts'
import styles from './FeedScreen.module.css'

const PullToRefresh = lazyComponent(() => import('#ui/PullToRefresh.tsx').then(({ PullToRefresh }) => ({ default: PullToRefresh })))
const Welcome = lazyComponent(() => import('./Welcome.tsx'))

/** `/activity`: what the member follows, or for visitors all new posts; `/trending`: the trending posts (A2.7). */
export default function FeedScreen({ kind }: { kind: FeedPageKind }) {
  const { me, loading } = useMe()
  const category = feedCategory(new URLSearchParams(useSearch()))
  const context: FeedContext = { kind: kind === 'trending' ? kind : me ? 'activity' : 'recent_post', category }
  // The key remounts the feed when its kind, category or member changes, which resets new-item counts and animations.
  return loading ? null : <FeedView key={`${context.kind} ${category} ${me?.uid}`} kind={kind} context={context} />
}

function FeedView({ kind, context }: { kind: FeedPageKind; context: FeedContext }) {
  const { me } = useMe()
  const { readOnly } = useSite()
  const category = 'category' in context ? context.category : null
  const feed = useFeed(context)
  const news = useNewItems(feed.loadedAt, context.kind === 'activity' && feed.state === 'ready')
  const { updates, busy, refresh } = useRefresh(feed, news)
  usePageTitle(t.feed[kind])
  useTitleCount(news, t.feed[kind])
  const isWide = useMedia('(min-width: 960px)')
  // Then `EmptyFeed` contains the suggestions, so the sidebar omits them.
  const isEmpty = context.kind === 'activity' && category === null && feed.state === 'ready' && isSilent(feed.items)
  const onboarding = context.kind === 'activity' && me?.onboarding.doFeedOnboarding === true && !readOnly
  return (
    <div className={styles.screen}>
      <PullToRefresh onRefresh={refresh} />
      <FeedHead kind={kind} context={context} />
      <div className={styles.columns}>
        {/* Before the feed in the tab order: the end of an infinite list cannot be reached by keyboard. */}
        {isWide && <Sidebar showsSuggestions={feed.state !== 'loading' && !isEmpty} />}
        <div className={styles.feed}>
          <NewBanner news={news} busy={busy} refresh={refresh} />
          <UpdatesBox updates={updates} />
          {onboarding && <Welcome />}
          {!isWide && me && <Sidebar showsSuggestions={false} />}
          <FeedItems context={context} feed={feed} />
        </div>
      </div>
      {context.kind === 'activity' && !onboarding && <FollowTagsPrompt />}
    </div>
  )
}
