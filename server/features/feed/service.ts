/** The service of the activity feed (A2.7, A7), of a member's activity, and of trending posts. See the README. */
import type { DataSource } from 'typeorm'
import type { Viewer } from '#access/viewer.ts'
import { limits, type CallOutput, type Page } from '#contract/index.ts'
import type { FeedItem, Suggestion } from '#contract/schemas/feed.ts'
import type { Consumer } from '#outbox/outbox.ts'
import { categoryOf, type Beads } from '../beads/service.ts'
import type { Comments } from '../comments/service.ts'
import type { Posts } from '../posts/service.ts'
import type { Fewer, Less, Suggestions } from '../suggestions/service.ts'
import { memberActivity, type ActivityQuery } from './memberActivity.ts'
import { countNews } from './news.ts'
import { optionsOf, rangeOf, readPage, type TimelineReader } from './page.ts'
import { feedRecorder } from './record.ts'
import { createLatestNews } from './status.ts'
import { createTimelines } from './timeline.ts'
import { listTrending, type TrendingQuery } from './trending.ts'

export { backfillActivity, backfillHeads } from './backfill.ts'

type FeedQuery = CallOutput<'GET /api/v2/me/feed'>['query']

/** `signal` aborts when the client disconnects: reading then stops after the current step, and the promise rejects. */
export interface Feed {
  /** A page of the viewer's feed, or of the activity of the member `query.uid`. */
  mine(query: FeedQuery, viewer: Viewer, signal?: AbortSignal): Promise<Page<FeedItem>>
  /** Number of items by others that are newer than `minTime`; see `countNews`. */
  news(minTime: number, viewer: Viewer, signal?: AbortSignal): Promise<number>
  /** A member's activity. Throws `not_found`. */
  activity(uid: string, query: ActivityQuery, viewer: Viewer | null, signal?: AbortSignal): Promise<Page<FeedItem>>
  trending(query: TrendingQuery, viewer: Viewer | null): Promise<Page<FeedItem>>
  /** The consumer of the outbox that writes the activity log. */
  recorder: Consumer
}

export interface FeedDeps {
  db: DataSource
  posts: Posts
  beads: Beads
  comments: Comments
  suggestions: Pick<Suggestions, 'forFeed'>
  fewer: Pick<Fewer, 'of'>
  now?: () => number
}

/** Number of items before the suggestion on the first page. */
const suggestionAfter = 4

export function createFeed({ db, posts, beads, comments, suggestions, fewer, now = Date.now }: FeedDeps): Feed {
  const timelines = createTimelines(db, now)
  const latestNews = createLatestNews(db)
  const deps = { db, posts, beads, comments }

  /** Inserts the suggestion into the first page. */
  const withSuggestion = (items: FeedItem[], suggestion: Suggestion): FeedItem[] =>
    items.toSpliced(suggestionAfter, 0, suggestionItem(suggestion, new Date(now()).toISOString()))

  async function mine(query: FeedQuery, viewer: Viewer, signal?: AbortSignal): Promise<Page<FeedItem>> {
    const { uid, from } = query
    if (uid !== undefined) return memberActivity(deps, uid, { ...query, limit: query.limit ?? limits.feed.pageOfMember }, viewer, signal)
    // The first read of a first page bypasses the cache; further reads for the same page use what it has cached.
    let refresh = from === 0 || query.reset !== undefined
    let filter: Promise<Less> | null = null
    const less = (): Promise<Less> => (filter ??= fewer.of(viewer.uid))
    const read: TimelineReader = (count) => {
      const timeline = timelines.of({ viewer, count, range: rangeOf(query), refresh, less, signal })
      refresh = false
      return timeline
    }
    const options = optionsOf(query, true)
    const isPlain = from === 0 && query.minTime === undefined && query.filter === undefined && categoryOf(query.category) === undefined
    const [page, suggestion] = await Promise.all([
      readPage(deps, { read, from, limit: query.limit ?? limits.feed.page, viewer, options, signal }),
      isPlain ? suggestions.forFeed(viewer, less()) : null,
    ])
    return suggestion ? { ...page, results: withSuggestion(page.results, suggestion) } : page
  }

  return {
    recorder: feedRecorder(now),
    mine,
    activity: (uid, query, viewer, signal) => memberActivity(deps, uid, query, viewer, signal),
    news: (minTime, viewer, signal) => countNews({ db, fewer, latestNews, timelines }, minTime, viewer, signal),
    trending: (query, viewer) => listTrending(deps, query, viewer),
  }
}

const suggestionItem = ({ type, id, reasonTags, followers, bead, member, tag }: Suggestion, timestamp: string): FeedItem => ({
  id: `${type}.${id}`,
  type: 'suggestion',
  timestamp,
  state: { timestamp },
  reason: 'suggestion',
  because: [{ type: 'recommended', id: '', name: '' }],
  suggestionType: type,
  followId: id,
  reasonTags,
  followers,
  collectors: [],
  comments: [],
  ...(bead ? { bead } : {}),
  ...(member ? { member } : {}),
  ...(tag === undefined ? {} : { tag }),
})
