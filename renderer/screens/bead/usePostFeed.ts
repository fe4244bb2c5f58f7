import { useMemo } from 'react'
import { useSearch } from 'wouter'
import { limits } from '#contract/limits.ts'
import { asksForSome, isPreview, mayFallBack, playlistPostQuery, type PlaylistFilters, type ShownSort } from '#contract/pages/playlist.ts'
import type { Bead, Post } from '#contract/schemas.ts'
import { useListing, useMe, usePostsInfiniteQuery, useRestoredLimit, type Listing } from '#data/index.ts'

export interface PostFeed extends Pick<Listing<Post>, 'next' | 'more' | 'error' | 'retry' | 'loadMore'> {
  posts: readonly Post[]
  sort: ShownSort
  /** What the player asks for more of. */
  query: PlaylistFilters & { bead: string; sort: ShownSort; ts?: number }
  /** Only some of the posts are asked for. */
  filtered: boolean
  /** How many there are, once that is known. */
  total: number | undefined
  /** `from` of the first post: an address may begin in the middle (B2). */
  from: number
  /** `visitor`: only a member has what is asked for. */
  state: Listing<Post>['state'] | 'visitor'
  /** Below a post, and not all that there is: the whole is the playlist's own page. */
  preview: boolean
}

const idOf = ({ id }: Post): string => id

/**
 * The posts of a playlist in the order that the address asks for, or that suits the playlist (decision 10).
 *
 * @param below on the page of one of them
 */
export function usePostFeed(bead: Bead | undefined, below: boolean): PostFeed {
  const search = useSearch()
  const { me, loading } = useMe()
  const [limit, remember] = useRestoredLimit('posts', limits.page.posts)
  const { query, mayTurn, preview } = useMemo(() => {
    const params = new URLSearchParams(search)
    const asked = { ...playlistPostQuery(bead ?? { id: '' }, params, below), limit }
    return { query: asked, mayTurn: mayFallBack(asked, params), preview: below && isPreview(params) }
  }, [bead, search, limit, below])

  const nobodys = query.collectedby === 'self' && me === null
  const first = usePostsInfiniteQuery({ query }, { skip: !bead || nobodys })
  const empty = first.currentData?.pages[0]?.counts.total === 0
  const turned = mayTurn && empty && (bead?.postCount ?? 0) > 0
  const recent = usePostsInfiniteQuery({ query: { ...query, sort: 'recent' } }, { skip: !turned })
  const { items: posts, total, next, state, more, error, retry, loadMore } = useListing(turned ? recent : first, idOf, remember)
  const sort = turned ? 'recent' : query.sort
  return {
    posts,
    sort,
    query: useMemo(() => {
      const { from: _from, limit: _limit, ...asked } = query
      return { ...asked, sort }
    }, [query, sort]),
    filtered: asksForSome(query),
    total: state === 'ready' ? total : undefined,
    from: query.from,
    state: nobodys && !loading ? 'visitor' : state,
    preview,
    next,
    more,
    error,
    retry,
    loadMore,
  }
}
