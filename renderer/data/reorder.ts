/** A post in another place of a list that came in pages. Pure, but for the pages themselves. */
import type { Page, Post } from '#contract/schemas.ts'

/** Right behind another post, or null for the beginning; or at the very end. What the server takes. */
export type Target = { after: string | null } | { before: null }

type Pages = Pick<Page<Post>, 'results' | 'next'>[]

/** The target that leaves `id` at this place of a list that it is in. */
export function targetAt(ids: readonly string[], id: string, place: number): Target {
  const others = ids.filter((other) => other !== id)
  return { after: others[place - 1] ?? null }
}

/** Each page stays as long as it is. What goes to the end goes beyond what is loaded, and comes again with its page. */
export function reorder(pages: Pages, post: Post, to: Target): void {
  const last = pages.at(-1)
  if (!last) return
  const all = pages.flatMap(({ results }) => results)
  const at = all.findIndex(({ id }) => id === post.id)
  const moved = at < 0 ? post : all.splice(at, 1)[0]!
  const beside = 'after' in to && to.after !== null ? all.findIndex(({ id }) => id === to.after) : -1
  const beyond = 'before' in to ? last.next !== null : to.after !== null && beside < 0
  if (!beyond) all.splice('before' in to ? all.length : beside + 1, 0, moved)
  const more = (beyond ? 0 : 1) - (at < 0 ? 0 : 1)
  pages.forEach((page, n) => {
    page.results = all.splice(0, n === pages.length - 1 ? all.length : page.results.length)
  })
  if (last.next !== null) last.next += more
}
