import { tagKey } from '#contract/rules.ts'

/** The most frequent tags of the posts, by tag key and in the first spelling. Absent posts are skipped. */
export function popularTags(posts: readonly ({ tags: readonly string[] } | undefined)[], max: number): string[] {
  const counts = new Map<string, { name: string; count: number }>()
  for (const name of posts.flatMap((post) => post?.tags ?? [])) {
    const entry = counts.get(tagKey(name)) ?? { name, count: 0 }
    counts.set(tagKey(name), { ...entry, count: entry.count + 1 })
  }
  return [...counts.values()]
    .sort((a, b) => b.count - a.count)
    .slice(0, max)
    .map(({ name }) => name)
}
