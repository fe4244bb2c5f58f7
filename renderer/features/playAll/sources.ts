/** What a queue is made of, one builder for each kind of list that has posts to play. */
import type { PostsQuery, QueueSource } from '../../player/index.ts'
import { t } from '../../texts/index.ts'

/** Posts of a playlist, of a collection, of a category… `href` is the page that shows them. */
export const postsSource = (query: PostsQuery, title: string, href: string): QueueSource => ({ list: { of: 'posts', query }, title, href })

/** The signed-in member's feed. */
export const feedSource = (href: string): QueueSource => ({ list: { of: 'feed' }, title: t.queue.feed, href })

/** What a member did: what they posted, collected and talked about. */
export const activitySource = ({ uid, name }: { uid: string; name: string }): QueueSource =>
  ({ list: { of: 'activity', uid }, title: t.queue.activityOf(name), href: `/p/${uid}` })

/** Posts that a search finds. */
export const searchSource = (query: { q: string; category?: string; collectedby?: string }, href: string): QueueSource =>
  ({ list: { of: 'search', query }, title: t.queue.searchFor(query.q), href })
