import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { MemberRef } from '#contract/schemas.ts'
import { useFollowersInfiniteQuery } from '#data/people.ts'

type Pages = readonly { results: readonly MemberRef[] }[]

/** Each once: who begins to follow while one looks moves the pages. */
function friendsIn(pages: Pages, out: ReadonlySet<string>): MemberRef[] {
  const found = new Map<string, MemberRef>()
  for (const { results } of pages) for (const member of results) if (!out.has(member.uid)) found.set(member.uid, member)
  return [...found.values()]
}

/** Those who follow a member, but for some, as far as they are loaded. */
export function useFriends(uid: string, exclude: readonly string[]) {
  const query = useFollowersInfiniteQuery({ params: { uid }, query: { limit: limits.page.members } })
  const [gathering, setGathering] = useState(false)
  const out = new Set([uid, ...exclude])

  /** All of them, at most so many; where a page cannot be had, those there are. */
  async function gather(most: number): Promise<MemberRef[]> {
    setGathering(true)
    let pages: Pages = query.currentData?.pages ?? []
    let more = query.hasNextPage
    while (more && friendsIn(pages, out).length < most) {
      const { data, hasNextPage, isError } = await query.fetchNextPage()
      pages = data?.pages ?? pages
      more = hasNextPage && !isError
    }
    setGathering(false)
    return friendsIn(pages, out).slice(0, most)
  }

  return {
    friends: query.currentData && friendsIn(query.currentData.pages, out),
    failed: query.isError && !query.isFetching && !query.currentData ? query.error : null,
    retry: () => void query.refetch(),
    hasMore: query.hasNextPage,
    loadingMore: query.isFetching,
    moreFailed: query.isFetchNextPageError,
    loadMore: () => void query.fetchNextPage(),
    gathering,
    gather,
  }
}
