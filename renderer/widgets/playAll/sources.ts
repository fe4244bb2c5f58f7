/** What a queue is made of, one builder for each kind of list that has posts to play. */
import type { Category } from '#contract/rules.ts'
import type { PostsQuery, QueueSource } from '#player/index.ts'
import { t } from '#texts/index.ts'

/** Posts of a playlist, of a collection, of a category… `href` is the page that shows them. */
export const postsSource = (query: PostsQuery, title: string, href: string): QueueSource => ({ list: { of: 'posts', query }, title, href })

/** The signed-in member's feed, of everything or of one category. */
export const feedSource = (href: string, category: Category | null = null): QueueSource => ({
  list: { of: 'feed', ...(category !== null && { category }) },
  title: t.playAll.feed,
  href,
})

/** What a member did: what they posted, collected and talked about. */
export const activitySource = ({ uid, name }: { uid: string; name: string }): QueueSource => ({
  list: { of: 'activity', uid },
  title: t.playAll.activityOf(name),
  href: `/p/${uid}`,
})

/** Posts that a search finds. */
export const searchSource = (query: { q: string; category?: string; collectedby?: string }, href: string): QueueSource => ({
  list: { of: 'search', query },
  title: t.playAll.searchFor(query.q),
  href,
})
