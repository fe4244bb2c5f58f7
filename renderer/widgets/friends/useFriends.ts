import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { MemberRef } from '#contract/schemas.ts'
import { useFollowersInfiniteQuery } from '#data/people.ts'

type Pages = readonly { results: readonly MemberRef[] }[]

/**
 * The members on the pages, without those in `out`. Unique by uid: a new follower shifts the pages, so a member can be
 * on two.
 */
function friendsIn(pages: Pages, out: ReadonlySet<string>): MemberRef[] {
  const found = new Map<string, MemberRef>()
  for (const { results } of pages) for (const member of results) if (!out.has(member.uid)) found.set(member.uid, member)
  return [...found.values()]
}

/** The loaded followers of a member, without the excluded uids, and functions that load more of them. */
export function useFriends(uid: string, exclude: readonly string[]) {
  const query = useFollowersInfiniteQuery({ params: { uid }, query: { limit: limits.page.members } })
  const [loadingAll, setLoadingAll] = useState(false)
  const out = new Set([uid, ...exclude])

  /** Loads up to `max` followers; if a page fails, returns those loaded so far. */
  async function loadAll(max: number): Promise<MemberRef[]> {
    setLoadingAll(true)
    let pages: Pages = query.currentData?.pages ?? []
    let hasMore = query.hasNextPage
    while (hasMore && friendsIn(pages, out).length < max) {
      const { data, hasNextPage, isError } = await query.fetchNextPage()
      pages = data?.pages ?? pages
      hasMore = hasNextPage && !isError
    }
    setLoadingAll(false)
    return friendsIn(pages, out).slice(0, max)
  }

  return {
    friends: query.currentData && friendsIn(query.currentData.pages, out),
    failed: query.isError && !query.isFetching && !query.currentData ? query.error : null,
    retry: () => void query.refetch(),
    hasMore: query.hasNextPage,
    loadingMore: query.isFetching,
    moreFailed: query.isFetchNextPageError,
    loadMore: () => void query.fetchNextPage(),
    gathering: loadingAll,
    gather: loadAll,
  }
}
