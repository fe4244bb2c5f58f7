import { createContext, useContext, useEffect, useMemo, useRef } from 'react'
import { useDispatch } from 'react-redux'
import type { Post } from '#contract/schemas.ts'
import type { FeedItem } from '#contract/schemas/feed.ts'
import type { ApiDispatch } from '#data/cachePatches.ts'
import { useMe } from '#data/index.ts'
import { dismiss, hearLess, unfollow, type Leaving } from './removal.ts'
import { onlyBecause, putBack, takeOut } from './pages.ts'
import type { Followed } from './sentence.ts'
import type { Feed } from './useFeed.ts'
import { useSliding } from './useSliding.ts'

export interface FeedActs {
  play(post: Post): void
  toggle(): void
  /** Suggests this no more. */
  dismiss(item: FeedItem): Promise<void>
  unfollow(reason: Followed): Promise<void>
  fewer(item: FeedItem, reason: Followed): Promise<void>
}

const Acts = createContext<FeedActs | null>(null)
export const FeedActsProvider = Acts.Provider

export function useActs(): FeedActs {
  const acts = useContext(Acts)
  if (!acts) throw new Error('An item of a feed outside of one')
  return acts
}

/** What can be done about the items of a feed; its functions stay the same ones, so that a long list of memoised items can be given them. */
export function useFeedActs(
  feed: Feed,
  { play, toggle }: Pick<FeedActs, 'play' | 'toggle'>,
): { acts: FeedActs; leaving: ReadonlySet<string> } {
  const dispatch = useDispatch<ApiDispatch>()
  const { me } = useMe()
  const { leaving, slideOut, stay } = useSliding()
  const present = useRef({ feed, uid: me?.uid ?? '' })
  useEffect(() => {
    present.current = { feed, uid: me?.uid ?? '' }
  })

  const acts = useMemo((): FeedActs => {
    const leaving = (items: readonly FeedItem[]): Leaving => ({
      leave: () =>
        slideOut(
          items.map(({ id }) => id),
          (id) => present.current.feed.edit((pages) => takeOut(pages, new Set([id]))),
        ),
      comeBack() {
        stay(items.map(({ id }) => id))
        present.current.feed.edit((pages) => putBack(pages, items))
      },
    })
    return {
      play,
      toggle,
      async dismiss(item) {
        const { suggestionType: type, followId: id } = item
        if (type !== undefined && id !== undefined) await dismiss(dispatch, { type, id }, leaving([item]))
      },
      unfollow: (reason) => unfollow(dispatch, present.current.uid, reason, leaving(onlyBecause(present.current.feed.items, reason))),
      fewer: (item, reason) => hearLess(dispatch, reason, leaving([item])),
    }
  }, [dispatch, play, toggle, slideOut, stay])
  return { acts, leaving }
}
