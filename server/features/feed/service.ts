/** The activity feed (A2.7, A7), a member's activity, and what is trending. */
import type { DataSource } from 'typeorm'
import type { Viewer } from '#access/viewer.ts'
import { limits, type CallOutput, type Page } from '#contract/index.ts'
import type { FeedItem, Suggestion } from '#contract/schemas/feed.ts'
import { sql } from '#db/sql.ts'
import { stopIfGone } from '#http/departure.ts'
import { StrandError } from '#http/errors.ts'
import type { Consumer } from '#outbox/outbox.ts'
import { categoryOf, type Beads } from '../beads/service.ts'
import type { Comments } from '../comments/service.ts'
import type { Posts } from '../posts/service.ts'
import type { Fewer, Suggestions } from '../suggestions/service.ts'
import type { ActivityKind } from './entities.ts'
import { atInstant, groupActivities, type Group } from './activities.ts'
import { itemsOf, mayPlay, previewOf, type ItemOptions } from './items.ts'
import { feedRecorder } from './record.ts'
import { latestNews } from './status.ts'
import { createTimelines, visibleGroups, type Timeline } from './timeline.ts'

export { backfillActivity, backfillHeads } from './backfill.ts'

type FeedQuery = CallOutput<'GET /api/v2/me/feed'>['query']
type ActivityQuery = CallOutput<'GET /api/v2/members/:uid/activity'>['query']
type TrendingQuery = CallOutput<'GET /api/v2/trending'>['query']

/** An aborted `signal` stops between two steps of the walk: the promise then rejects with its reason. */
export interface Feed {
  mine(query: FeedQuery, viewer: Viewer, signal?: AbortSignal): Promise<Page<FeedItem>>
  /** Number of newer items by others. */
  news(minTime: number, viewer: Viewer, signal?: AbortSignal): Promise<number>
  /** A member's activity. Throws `not_found`. */
  activity(uid: string, query: ActivityQuery, viewer: Viewer | null, signal?: AbortSignal): Promise<Page<FeedItem>>
  trending(query: TrendingQuery, viewer: Viewer | null): Promise<Page<FeedItem>>
  /** Writes the activity log. */
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

/** Sorts after every `at`. */
const end = 'z'.repeat(9)
/** Pages ask for items newer than their load time plus ten seconds (A9), a margin for the viewer's own actions; subtracted again here. */
const offsetMs = 10_000
/** Position of the suggestion on the first page. */
const suggestionAfter = 4

type Order = (wanted: number) => Promise<Timeline>

export function createFeed({ db, posts, beads, comments, suggestions, fewer, now = Date.now }: FeedDeps): Feed {
  const timelines = createTimelines(db, fewer, now)
  const deps = { db, posts, beads, comments }

  const rangeOf = ({ minTime, maxTime }: Pick<FeedQuery, 'minTime' | 'maxTime'>) => ({
    before: maxTime === undefined ? end : atInstant(maxTime + 1),
    after: minTime === undefined ? '' : atInstant(minTime + 1),
  })
  const optionsOf = (query: Pick<FeedQuery, 'comments' | 'category' | 'filter'>, muted: boolean): ItemOptions => ({
    comments: query.comments,
    category: categoryOf(query.category),
    deadlinks: query.filter === 'deadlinks',
    muted,
  })

  /** Invisible items are dropped at read time, so read as many groups as it takes to fill the page. */
  async function page(
    order: Order,
    from: number,
    limit: number,
    viewer: Viewer | null,
    options: ItemOptions,
    signal?: AbortSignal,
  ): Promise<Page<FeedItem>> {
    const results: FeedItem[] = []
    let at = from
    for (;;) {
      await stopIfGone(signal)
      const wanted = limit - results.length
      const room = Math.max(0, limits.feed.depth - at)
      const { groups, complete } = await order(Math.min(at + wanted + 1, limits.feed.depth))
      const next = groups.slice(at, at + Math.min(wanted, room))
      results.push(...(await itemsOf(deps, next, viewer, options)))
      at += next.length
      const over = at >= limits.feed.depth || (complete && at >= groups.length)
      if (over || results.length >= limit || next.length === 0)
        return { results, next: over || next.length === 0 ? null : at, counts: { total: Math.min(groups.length, limits.feed.depth) } }
    }
  }

  /** Inserts one suggestion; only on the first page. */
  async function withSuggestion(items: FeedItem[], viewer: Viewer): Promise<FeedItem[]> {
    const suggestion = await suggestions.forFeed(viewer)
    return suggestion ? items.toSpliced(suggestionAfter, 0, suggestionItem(suggestion, new Date(now()).toISOString())) : items
  }

  async function readActivity(uid: string, limit: number, { before, after }: { before: string; after: string }): Promise<Timeline> {
    const rows = await sql<{ at: string; kind: ActivityKind; subject: string }>(
      db,
      `SELECT substr("id", 2) AS "at", "kind", "subject" FROM "activity"
       WHERE "source" = :uid AND "id" >= :low AND "id" < :high ORDER BY "id" DESC LIMIT :limit`,
      { uid, low: `x${after}`, high: `x${before}`, limit },
    )
    const groups = await visibleGroups(
      db,
      rows.map((row) => ({ ...row, source: { type: 'member', id: uid } as const })),
      new Set(),
    )
    return { groups, complete: rows.length < limit }
  }

  async function activity(name: string, query: ActivityQuery, viewer: Viewer | null, signal?: AbortSignal): Promise<Page<FeedItem>> {
    const [member] = await sql<{ uid: string }>(db, 'SELECT "uid" FROM "member" WHERE "uidKey" = :key AND "removedDate" IS NULL', {
      key: name.toLowerCase(),
    })
    if (!member) throw new StrandError('not_found')
    const { uid } = member
    const range = rangeOf(query)
    const order: Order = async (wanted) => {
      for (let rows = wanted * 2; ; rows *= 2) {
        await stopIfGone(signal)
        const timeline = await readActivity(uid, rows, range)
        if (timeline.complete || timeline.groups.length >= wanted) return timeline
      }
    }
    return page(order, query.from, query.limit, viewer, optionsOf(query, false), signal)
  }

  return {
    recorder: feedRecorder(now),
    activity,

    async mine(query, viewer, signal) {
      const { uid, from } = query
      if (uid !== undefined) return activity(uid, { ...query, limit: query.limit ?? limits.feed.pageOfMember }, viewer, signal)
      let refresh = from === 0 || query.reset !== undefined
      const order: Order = (wanted) => {
        const timeline = timelines.of(viewer, wanted, rangeOf(query), refresh, signal)
        refresh = false
        return timeline
      }
      const answer = await page(order, from, query.limit ?? limits.feed.page, viewer, optionsOf(query, true), signal)
      const plain = from === 0 && query.minTime === undefined && query.filter === undefined && categoryOf(query.category) === undefined
      return plain ? { ...answer, results: await withSuggestion(answer.results, viewer) } : answer
    },

    async news(minTime, viewer, signal) {
      const since = minTime - offsetMs + 1
      const most = limits.feed.status
      const lately = await latestNews(db, viewer.uid, since)
      const options: ItemOptions = { comments: 0, category: undefined, deadlinks: false, muted: true }
      if (lately !== null) {
        if (lately.length === 0) return 0
        const less = await fewer.of(viewer.uid)
        return (await itemsOf(deps, groupActivities(lately.filter(less.shows)).slice(0, most), viewer, options)).length
      }
      const { groups } = await timelines.of(viewer, most, { before: end, after: atInstant(since) }, true, signal)
      const others = groups.flatMap((group): Group[] => {
        const activities = group.activities.filter(({ source }) => source.type !== 'you')
        return activities.length === 0 ? [] : [{ ...group, activities }]
      })
      const items = await itemsOf(deps, others.slice(0, most), viewer, options)
      // The viewer's own posts reach the feed again through followed playlists and tags.
      return items.filter(({ reason, post }) => post?.creator.uid !== viewer.uid || reason === 'collect' || reason === 'comment').length
    },

    async trending({ from, limit, comments: commentLimit, category, filter }, viewer) {
      const { results, next, counts } = await posts.list({ from, limit, category, sort: 'trending' }, viewer)
      const shown = filter === 'deadlinks' ? results.filter(mayPlay) : results
      const latest = await comments.latest(
        shown.map(({ id }) => id),
        commentLimit,
        viewer,
      )
      return {
        results: shown.map((post): FeedItem => {
          const timestamp = post.creationDate
          return {
            id: post.id,
            type: 'post',
            timestamp,
            state: { timestamp },
            reason: 'trending',
            because: [{ type: 'trending', id: '', name: '' }],
            post,
            preview: previewOf(post, 'trending'),
            collectors: [],
            comments: latest.get(post.id) ?? [],
          }
        }),
        next,
        counts,
      }
    },
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
