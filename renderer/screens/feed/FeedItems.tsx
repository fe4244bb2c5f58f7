import { Fragment, memo } from 'react'
import type { FeedItem } from '#contract/schemas/feed.ts'
import { failureMessage } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { classes } from '#ui/classes.ts'
import { useFocusAfter } from '#ui/focus.ts'
import { useItemLimit } from '#ui/hydration.ts'
import { lazyComponent } from '#ui/lazyComponent.tsx'
import { ListTail } from '#ui/ListTail.tsx'
import { EndOfList, ErrorState } from '#ui/States.tsx'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import { usePlayList } from '#widgets/post/index.ts'
import { Promotion, usePromotionIndex } from '#widgets/skin/index.ts'
import { FeedActionsProvider, useFeedActions } from './actions.ts'
import { isSilent, sourceOf, type FeedContext } from './context.ts'
import { FeedSkeleton } from './FeedSkeleton.tsx'
import { FollowItem } from './items/FollowItem.tsx'
import { PostItem } from './items/PostItem.tsx'
import { SuggestionItem } from './items/SuggestionItem.tsx'
import type { Feed } from './useFeed.ts'
import styles from './FeedItems.module.css'

const EmptyFeed = lazyComponent(() => import('./EmptyFeed.tsx').then(({ EmptyFeed }) => ({ default: EmptyFeed })))

/** Number of items that are visible without scrolling; their images load eagerly. */
const eagerItems = 2
/** Number of items that the server renders: enough to fill the viewport. */
const serverItems = 4

/** The items of a feed, with its loading, error and empty states. */
export function FeedItems({ context, feed }: { context: FeedContext; feed: Feed }) {
  const list = usePlayList({ posts: feed.items.flatMap(({ post }) => post ?? []), next: feed.next, source: sourceOf(context) })
  const { actions, leaving } = useFeedActions(feed, list)
  const items = useFocusAfter<HTMLUListElement>(leaving)
  const promotionIndex = usePromotionIndex(feed.items.length, undefined)
  const limit = useItemLimit(serverItems)

  if (feed.state === 'loading') return <FeedSkeleton count={3} />
  if (feed.state === 'failed') return <ErrorState onRetry={() => void feed.reload()} />
  if (isSilent(feed.items)) return <EmptyFeed context={context} />
  return (
    <FeedActionsProvider value={actions}>
      {/* Screen readers navigate by headings; items are at level 3. */}
      <VisuallyHidden>
        <h2>{t.feed.latest}</h2>
      </VisuallyHidden>
      <ul ref={items} className={styles.list}>
        {feed.items.slice(0, limit).map((item, n) => (
          <Fragment key={item.id}>
            {n === promotionIndex && (
              <li className={styles.promo}>
                <Promotion />
              </li>
            )}
            <li className={classes(styles.place, leaving.has(item.id) && styles.leaving)} inert={leaving.has(item.id)}>
              <Item item={item} hidesReasons={context.kind === 'profile'} eager={n < eagerItems} />
            </li>
          </Fragment>
        ))}
      </ul>
      <ListTail
        // Until hydration only the first items are rendered: show a placeholder for the others.
        more={limit < feed.items.length ? 'loading' : feed.more}
        onMore={feed.loadMore}
        skeleton={<FeedSkeleton count={1} />}
        failed={{ message: failureMessage(feed.error) }}
        end={<EndOfList>{t.feed.end}</EndOfList>}
      />
    </FeedActionsProvider>
  )
}

/** Memoised, so that loading or removing items does not render all others again. */
const Item = memo(function Item({ item, hidesReasons, eager }: { item: FeedItem; hidesReasons: boolean; eager: boolean }) {
  return (
    <div className={styles.slide}>
      <article className={styles.item}>
        {item.type === 'suggestion' ? (
          <SuggestionItem item={item} />
        ) : item.post ? (
          <PostItem item={item} post={item.post} hidesReasons={hidesReasons} eager={eager} />
        ) : (
          <FollowItem item={item} hidesReasons={hidesReasons} />
        )}
      </article>
    </div>
  )
})
