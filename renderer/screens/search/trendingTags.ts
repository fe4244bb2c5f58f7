import { tagKey } from '#contract/rules.ts'

const shown = 10

/** Tags of the posts that are talked about: those that most of them have first, then those of the first of them. */
export function trendingTags(items: readonly { post?: { tags: readonly string[] } | undefined }[]): string[] {
  const counted = new Map<string, { name: string; count: number }>()
  for (const { post } of items)
    for (const name of post?.tags ?? []) {
      const known = counted.get(tagKey(name))
      if (known) known.count += 1
      else counted.set(tagKey(name), { name, count: 1 })
    }
  return [...counted.values()]
    .sort((a, b) => b.count - a.count)
    .slice(0, shown)
    .map(({ name }) => name)
}
