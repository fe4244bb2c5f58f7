/** Moves a post within a cached paginated list. */
import type { Page, Post } from '#contract/schemas.ts'

/**
 * A position in the server's format. `after`: the id of the preceding post, or null for the start of the list.
 * `before: null`: the end of the list.
 */
export type Target = { after: string | null } | { before: null }

type Pages = Pick<Page<Post>, 'results' | 'next'>[]

/** The target that moves `id` to this index of a list that contains it. */
export function targetAt(ids: readonly string[], id: string, index: number): Target {
  const others = ids.filter((other) => other !== id)
  return { after: others[index - 1] ?? null }
}

/**
 * Moves the post in the loaded pages. All pages but the last keep their length. If the target is beyond them, the post
 * is only removed, and the request of a later page will contain it.
 */
export function reorder(pages: Pages, post: Post, to: Target): void {
  const last = pages.at(-1)
  if (!last) return
  const all = pages.flatMap(({ results }) => results)
  const at = all.findIndex(({ id }) => id === post.id)
  const moved = at < 0 ? post : all.splice(at, 1)[0]!
  const anchorIndex = 'after' in to && to.after !== null ? all.findIndex(({ id }) => id === to.after) : -1
  const isBeyondLoaded = 'before' in to ? last.next !== null : to.after !== null && anchorIndex < 0
  if (!isBeyondLoaded) all.splice('before' in to ? all.length : anchorIndex + 1, 0, moved)
  // By how much the number of loaded posts, and so the offset of the next page, changes.
  const delta = (isBeyondLoaded ? 0 : 1) - (at < 0 ? 0 : 1)
  pages.forEach((page, n) => {
    page.results = all.splice(0, n === pages.length - 1 ? all.length : page.results.length)
  })
  if (last.next !== null) last.next += delta
}
