import { useMemo } from 'react'
import { useSearch } from 'wouter'
import { limits } from '#contract/limits.ts'
import { hasFilters, isPreview, mayFallBack, playlistPostQuery, type PlaylistFilters, type ShownSort } from '#contract/pages/playlist.ts'
import type { Bead, Post } from '#contract/schemas.ts'
import { useListing, useMe, usePostsInfiniteQuery, useRestoredLimit, type Listing } from '#data/index.ts'

/** The list of posts that a playlist page shows. */
export interface PostFeed extends Pick<Listing<Post>, 'next' | 'more' | 'error' | 'retry' | 'loadMore'> {
  posts: readonly Post[]
  /** The order that is shown: after a fallback not that of the address. */
  sort: ShownSort
  /** The query that the player continues with. */
  query: PlaylistFilters & { bead: string; sort: ShownSort; ts?: number }
  /** Whether filters are active. */
  filtered: boolean
  /** Undefined until known. */
  total: number | undefined
  /** The index of the first loaded post in the whole list: an address with `page` starts in the middle (B2). */
  from: number
  /** `visitor`: the filter requires a signed-in member. */
  state: Listing<Post>['state'] | 'visitor'
  /** Whether only the first posts are listed, below a featured post. */
  preview: boolean
}

const idOf = ({ id }: Post): string => id

/**
 * The posts of a playlist in the order and with the filters of the URL, or in its default order. If the default order
 * is `top` and has no posts, since top contains only posts with activity, `recent` is shown.
 *
 * @param below whether the list is below a post, on that post's page
 */
export function usePostFeed(bead: Bead | undefined, below: boolean): PostFeed {
  const search = useSearch()
  const { me, loading } = useMe()
  const [limit, rememberLimit] = useRestoredLimit('posts', limits.page.posts)
  const { query, canFallBack, preview } = useMemo(() => {
    const params = new URLSearchParams(search)
    const urlQuery = { ...playlistPostQuery(bead ?? { id: '' }, params, below), limit }
    return { query: urlQuery, canFallBack: mayFallBack(urlQuery, params), preview: below && isPreview(params) }
  }, [bead, search, limit, below])

  // The filter by the own collection, for a visitor, who has none.
  const isVisitorsCollection = query.collectedby === 'self' && me === null
  const primary = usePostsInfiniteQuery({ query }, { skip: !bead || isVisitorsCollection })
  const isEmpty = primary.currentData?.pages[0]?.counts.total === 0
  const hasFallenBack = canFallBack && isEmpty && (bead?.postCount ?? 0) > 0
  const recent = usePostsInfiniteQuery({ query: { ...query, sort: 'recent' } }, { skip: !hasFallenBack })
  const {
    items: posts,
    total,
    next,
    state,
    more,
    error,
    retry,
    loadMore,
  } = useListing(hasFallenBack ? recent : primary, idOf, rememberLimit)
  const sort = hasFallenBack ? 'recent' : query.sort
  return {
    posts,
    sort,
    query: useMemo(() => {
      const { from: _from, limit: _limit, ...playerQuery } = query
      return { ...playerQuery, sort }
    }, [query, sort]),
    filtered: hasFilters(query),
    total: state === 'ready' ? total : undefined,
    from: query.from,
    state: isVisitorsCollection && !loading ? 'visitor' : state,
    preview,
    next,
    more,
    error,
    retry,
    loadMore,
  }
}
