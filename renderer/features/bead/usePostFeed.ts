import { useMemo } from 'react'
import { useSearch } from 'wouter'
import { mayFallBack, playlistPostQuery, type PlaylistSort } from '../../../server/contract/playlist.ts'
import type { Bead, Post } from '../../../server/contract/schemas.ts'
import { usePostsInfiniteQuery } from '../../app/api/index.ts'

export interface PostFeed {
  posts: readonly Post[]
  sort: PlaylistSort
  /** What the player asks for more of. */
  query: { bead: string; sort: PlaylistSort }
  /** `from` of the first post: an address may begin in the middle (B2). */
  from: number
  next: number | null
  state: 'loading' | 'failed' | 'ready'
  more: 'none' | 'idle' | 'loading' | 'failed'
  error: unknown
  retry(): void
  loadMore(): void
}

/** The posts of a playlist in the order that the address asks for, or that suits the playlist (decision 10). */
export function usePostFeed(bead: Bead | undefined): PostFeed {
  const search = useSearch()
  const { query, mayTurn } = useMemo(() => {
    const params = new URLSearchParams(search)
    const asked = playlistPostQuery(bead ?? { id: '' }, params)
    return { query: asked, mayTurn: mayFallBack(asked, params) }
  }, [bead, search])

  const first = usePostsInfiniteQuery({ query }, { skip: !bead })
  const empty = first.currentData?.pages[0]?.counts.total === 0
  const turned = mayTurn && empty && (bead?.postCount ?? 0) > 0
  const recent = usePostsInfiniteQuery({ query: { ...query, sort: 'recent' } }, { skip: !turned })
  const list = turned ? recent : first

  const pages = list.currentData?.pages
  const posts = useMemo(() => unique(pages?.flatMap(({ results }) => results) ?? []), [pages])
  const sort = turned ? 'recent' : query.sort
  return {
    posts,
    sort,
    query: useMemo(() => ({ bead: query.bead, sort }), [query.bead, sort]),
    from: query.from,
    next: pages?.at(-1)?.next ?? null,
    state: pages ? 'ready' : list.isError ? 'failed' : 'loading',
    more: !list.hasNextPage ? 'none' : list.isFetchingNextPage ? 'loading' : list.isFetchNextPageError ? 'failed' : 'idle',
    error: list.error,
    retry: () => void list.refetch(),
    loadMore: () => void list.fetchNextPage(),
  }
}

/** A post added while somebody pages pushes the last one of a page onto the next. */
function unique(posts: Post[]): Post[] {
  const seen = new Set<string>()
  return posts.filter(({ id }) => !seen.has(id) && seen.add(id))
}
