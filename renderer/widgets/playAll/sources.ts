/** Queue sources, one builder per kind of list with posts. `href` is the page of the list. */
import type { Category } from '#contract/rules.ts'
import type { PostsQuery, QueueSource } from '#player/index.ts'
import { t } from '#texts/index.ts'

/** Posts of a playlist, collection, category, … */
export const postsSource = (query: PostsQuery, title: string, href: string): QueueSource => ({ list: { of: 'posts', query }, title, href })

/** The signed-in member's feed, optionally of one category. */
export const feedSource = (href: string, category: Category | null = null): QueueSource => ({
  list: { of: 'feed', ...(category !== null && { category }) },
  title: t.playAll.feed,
  href,
})

/** A member's activity: added, collected and commented posts. */
export const activitySource = ({ uid, name }: { uid: string; name: string }): QueueSource => ({
  list: { of: 'activity', uid },
  title: t.playAll.activityOf(name),
  href: `/p/${uid}`,
})

/** Posts found by a search. */
export const searchSource = (query: { q: string; category?: string; collectedby?: string }, href: string): QueueSource => ({
  list: { of: 'search', query },
  title: t.playAll.searchFor(query.q),
  href,
})
