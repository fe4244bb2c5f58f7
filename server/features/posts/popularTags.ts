/** Popular tags of the site and of each category. They do not depend on the viewer, so blocks do not apply to them. */
import { limits, tagKey } from '#contract/index.ts'
import { createMemo } from '#http/memo.ts'
import type { PostListQuery } from './filters.ts'

/** Number of trending posts whose tags are counted. */
const examined = 50
/** How long the tags of a category are cached (ms). */
const cacheMs = 5 * 60_000
/** More than there are categories. */
const maxCached = 20

/** The most frequent tags of these lists, by tag key and in the first spelling. */
export function mostFrequentTags(lists: readonly (readonly string[])[], max: number): string[] {
  const counts = new Map<string, { name: string; count: number }>()
  for (const name of lists.flat()) {
    const entry = counts.get(tagKey(name)) ?? { name, count: 0 }
    counts.set(tagKey(name), { ...entry, count: entry.count + 1 })
  }
  return [...counts.values()]
    .toSorted((a, b) => b.count - a.count)
    .slice(0, max)
    .map(({ name }) => name)
}

/** @param category null: the whole site. */
export type PopularTags = (category: string | null) => Promise<string[]>

/** @param list posts that every visitor may see. */
export function createPopularTags(
  list: (query: PostListQuery) => Promise<{ results: readonly { tags: readonly string[] }[] }>,
  now: () => number,
): PopularTags {
  const memo = createMemo<string[]>({ size: maxCached, ttlMs: () => cacheMs, now })
  return (category) =>
    memo.get(category ?? '', async () => {
      const { results } = await list({ sort: 'trending', ...(category !== null && { category }), from: 0, limit: examined })
      return mostFrequentTags(
        results.map(({ tags }) => tags),
        limits.tags.popular,
      )
    })
}
