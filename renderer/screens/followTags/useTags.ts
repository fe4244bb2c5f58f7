import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { tagKey } from '#contract/rules.ts'
import { useSuggestionsQuery } from '#data/feed.ts'
import { useMe } from '#data/index.ts'
import { useFollowedTagsInfiniteQuery } from '#data/people.ts'
import { usePopularTags, type TagList } from './usePopularTags.ts'

/** Members who follow fewer tags than this are prompted to follow more (A9). */
export const targetTagCount = 5

/** Maximum number of suggested tags. */
const maxTags = limits.tags.popular

/** Removes duplicates by tag key; the first spelling stays. */
const uniqueTags = (tags: readonly string[]): string[] =>
  [...new Map(tags.toReversed().map((tag) => [tagKey(tag), tag])).values()].toReversed()

/** The first tags that the member follows, up to `limit`, and the total of all; refetched on mount. */
export function useFollowedTags(limit: number): TagList & { total: number } {
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
 * Suggested tags, and after them popular ones, up to the maximum. The list is a snapshot: a tag that is followed stays
 * in its place, so that it can be unfollowed.
 */
export function useSuggestedTags(): TagList {
  const { me } = useMe()
  const { data, isError, refetch } = useSuggestionsQuery({ query: { type: 'tag', limit: maxTags } }, { skip: !me })
  const popular = usePopularTags(null)
  const [list, setList] = useState<readonly string[] | null>(null)
  const ready = (data || !me || isError) && popular.state !== 'loading'
  if (list === null && ready)
    setList(uniqueTags([...(data?.results ?? []).flatMap(({ tag }) => tag ?? []), ...popular.tags]).slice(0, maxTags))
  // Visitors have no suggestions, and members may have none: then the popular tags are all there is.
  const hasFailed = popular.state === 'failed' && list?.length === 0
  return {
    tags: list ?? [],
    state: hasFailed ? 'failed' : list ? 'ready' : 'loading',
    retry() {
      setList(null)
      popular.retry()
      if (me) void refetch()
    },
  }
}
