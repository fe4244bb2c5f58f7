/** Moves a post within a paginated list. */
import type { Page, Post } from '#contract/schemas.ts'

/** After another post, or null for the start; or at the very end. The server's format. */
export type Target = { after: string | null } | { before: null }

type Pages = Pick<Page<Post>, 'results' | 'next'>[]

/** The target that moves `id` to this index of a list that contains it. */
export function targetAt(ids: readonly string[], id: string, index: number): Target {
  const others = ids.filter((other) => other !== id)
  return { after: others[index - 1] ?? null }
}

/** Pages keep their length. A target beyond the loaded pages is left to their request. */
export function reorder(pages: Pages, post: Post, to: Target): void {
  const last = pages.at(-1)
  if (!last) return
  const all = pages.flatMap(({ results }) => results)
  const at = all.findIndex(({ id }) => id === post.id)
  const moved = at < 0 ? post : all.splice(at, 1)[0]!
  const anchorIndex = 'after' in to && to.after !== null ? all.findIndex(({ id }) => id === to.after) : -1
  const isBeyondLoaded = 'before' in to ? last.next !== null : to.after !== null && anchorIndex < 0
  if (!isBeyondLoaded) all.splice('before' in to ? all.length : anchorIndex + 1, 0, moved)
  const delta = (isBeyondLoaded ? 0 : 1) - (at < 0 ? 0 : 1)
  pages.forEach((page, n) => {
    page.results = all.splice(0, n === pages.length - 1 ? all.length : page.results.length)
  })
  if (last.next !== null) last.next += delta
}
