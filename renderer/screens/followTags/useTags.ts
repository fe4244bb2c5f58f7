import { useState } from 'react'
import { tagKey, type Category } from '#contract/rules.ts'
import { useSuggestionsQuery } from '#data/feed.ts'
import { useMe, usePostsInfiniteQuery } from '#data/index.ts'
import { useFollowedTagsInfiniteQuery } from '#data/people.ts'

/** Members who follow fewer are asked to (A9). */
export const enoughTags = 5

/** Posts that are looked at for what is talked about, and tags of a cloud. */
const looked = 50
const cloud = 18

/** Once each, however they are spelled; the first spelling stays. */
const once = (tags: readonly string[]): string[] => [...new Map(tags.toReversed().map((tag) => [tagKey(tag), tag])).values()].toReversed()

/** Tags of what is talked about, those that most posts have first. */
export function popularIn(posts: readonly { tags: readonly string[] }[]): string[] {
  const counts = new Map<string, { name: string; count: number }>()
  for (const name of posts.flatMap(({ tags }) => tags)) {
    const known = counts.get(tagKey(name)) ?? { name, count: 0 }
    counts.set(tagKey(name), { ...known, count: known.count + 1 })
  }
  return [...counts.values()]
    .sort((a, b) => b.count - a.count)
    .slice(0, cloud)
    .map(({ name }) => name)
}

export interface Tags {
  tags: readonly string[]
  state: 'loading' | 'failed' | 'ready'
  retry(): void
}

/** What the whole site, or one category of it, talks about. */
export function usePopularTags(category: Category | null, skip = false): Tags {
  const { currentData, isError, refetch } = usePostsInfiniteQuery(
    { query: { sort: 'trending', ...(category && { category }), limit: looked } },
    { skip },
  )
  const posts = currentData?.pages.flatMap(({ results }) => results)
  return { tags: posts ? popularIn(posts) : [], state: posts ? 'ready' : isError ? 'failed' : 'loading', retry: () => void refetch() }
}

/** What the member follows; asked for anew wherever it is shown. */
export function useOwnTags(limit: number): Tags & { total: number } {
  const { me } = useMe()
  const { currentData, isError, refetch } = useFollowedTagsInfiniteQuery(
    { params: { uid: me?.uid ?? '' }, query: { limit } },
    { skip: !me, refetchOnMountOrArgChange: true },
  )
  const pages = currentData?.pages
  return {
    tags: pages?.flatMap(({ results }) => results).map(({ name }) => name) ?? [],
    total: pages?.[0]?.counts.total ?? 0,
    state: pages ? 'ready' : isError ? 'failed' : 'loading',
    retry: () => void refetch(),
  }
}

/**
 * What the member may like, and what is talked about where that is little. What is followed stays in its place, so
 * that it can be taken back.
 */
export function useProposedTags(): Tags {
  const { me } = useMe()
  const { data, isError, refetch } = useSuggestionsQuery({ query: { type: 'tag', limit: cloud } }, { skip: !me })
  const popular = usePopularTags(null)
  const [kept, setKept] = useState<readonly string[] | null>(null)
  const ready = (data || !me || isError) && popular.state !== 'loading'
  if (kept === null && ready) setKept(once([...(data?.results ?? []).flatMap(({ tag }) => tag ?? []), ...popular.tags]).slice(0, cloud))
  const failed = isError && popular.state === 'failed'
  return {
    tags: kept ?? [],
    state: failed ? 'failed' : kept ? 'ready' : 'loading',
    retry() {
      setKept(null)
      popular.retry()
      if (me) void refetch()
    },
  }
}
