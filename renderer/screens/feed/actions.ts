import { createContext, useContext, useEffect, useMemo, useRef } from 'react'
import { useDispatch } from 'react-redux'
import type { Post } from '#contract/schemas.ts'
import type { FeedItem } from '#contract/schemas/feed.ts'
import type { ApiDispatch } from '#data/cachePatches.ts'
import { useMe } from '#data/index.ts'
import { dismiss, showFewer, unfollow, type Removal } from './removal.ts'
import { itemsOnlyFor, restoreItems, removeItems } from './pages.ts'
import type { Followed } from './sentence.ts'
import type { Feed } from './useFeed.ts'
import { useSlideOut } from './useSlideOut.ts'

/** The actions of feed items. */
export interface FeedActions {
  /** Plays the feed, starting with this post. */
  play(post: Post): void
  /** Pauses or resumes. */
  toggle(): void
  /** Dismisses a suggestion. */
  dismiss(item: FeedItem): Promise<void>
  unfollow(reason: Followed): Promise<void>
  /** "Fewer like this": keeps following, but down-ranks the source of the item. */
  fewer(item: FeedItem, reason: Followed): Promise<void>
}

const FeedActionsContext = createContext<FeedActions | null>(null)
export const FeedActionsProvider = FeedActionsContext.Provider

/** The actions for a component inside an item. */
export function useFeedItemActions(): FeedActions {
  const actions = useContext(FeedActionsContext)
  if (!actions) throw new Error('An item of a feed outside of one')
  return actions
}

/**
 * Creates the actions of a feed. All functions are stable, so memoised items do not render again. `leaving` are the ids
 * of the items that are sliding out.
 */
export function useFeedActions(
  feed: Feed,
  { play, toggle }: Pick<FeedActions, 'play' | 'toggle'>,
): { actions: FeedActions; leaving: ReadonlySet<string> } {
  const dispatch = useDispatch<ApiDispatch>()
  const { me } = useMe()
  const { leaving, slideOut, cancel } = useSlideOut()
  const latest = useRef({ feed, uid: me?.uid ?? '' })
  useEffect(() => {
    latest.current = { feed, uid: me?.uid ?? '' }
  })

  const actions = useMemo((): FeedActions => {
    const removalOf = (items: readonly FeedItem[]): Removal => ({
      remove: () =>
        slideOut(
          items.map(({ id }) => id),
          (id) => latest.current.feed.edit((pages) => removeItems(pages, new Set([id]))),
        ),
      restore() {
        cancel(items.map(({ id }) => id))
        latest.current.feed.edit((pages) => restoreItems(pages, items))
      },
    })
    return {
      play,
      toggle,
      async dismiss(item) {
        const { suggestionType: type, followId: id } = item
        if (type !== undefined && id !== undefined) await dismiss(dispatch, { type, id }, removalOf([item]))
      },
      unfollow: (reason) => unfollow(dispatch, latest.current.uid, reason, removalOf(itemsOnlyFor(latest.current.feed.items, reason))),
      fewer: (item, reason) => showFewer(dispatch, reason, removalOf([item])),
    }
  }, [dispatch, play, toggle, slideOut, cancel])
  return { actions, leaving }
}
