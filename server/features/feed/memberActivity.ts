/** Reads the activity of one member, as the profile shows it. */
import type { Viewer } from '#access/viewer.ts'
import type { CallOutput, Page } from '#contract/index.ts'
import type { FeedItem } from '#contract/schemas/feed.ts'
import { sql } from '#db/sql.ts'
import { stopIfGone } from '#http/departure.ts'
import { demandUid } from '../accounts/service.ts'
import type { ActivityKind } from './entities.ts'
import type { ItemDeps } from './items.ts'
import { optionsOf, rangeOf, readPage, type TimelineReader } from './page.ts'
import { maxActivities, visibleGroups, type Timeline } from './timeline.ts'
import type { WalkRange } from './walk.ts'

export type ActivityQuery = CallOutput<'GET /api/v2/members/:uid/activity'>['query']

/** The groups of the latest `limit` activities within a range. */
async function readActivity(
  db: ItemDeps['db'],
  uid: string,
  viewer: Viewer | null,
  limit: number,
  { before, after }: WalkRange,
): Promise<Timeline> {
  const rows = await sql<{ at: string; kind: ActivityKind; subject: string }>(
    db,
    `SELECT substr("id", 2) AS "at", "kind", "subject" FROM "activity"
     WHERE "source" = :uid AND "id" >= :low AND "id" < :high ORDER BY "id" DESC LIMIT :limit`,
    { uid, low: `x${after}`, high: `x${before}`, limit },
  )
  const groups = await visibleGroups(
    db,
    rows.map((row) => ({ ...row, source: { type: 'member', id: uid } as const })),
    viewer,
    new Set(),
  )
  return { groups, complete: rows.length < limit || limit >= maxActivities, isFresh: true }
}

/** Throws `not_found`. */
export async function memberActivity(
  deps: ItemDeps,
  givenUid: string,
  query: ActivityQuery,
  viewer: Viewer | null,
  signal?: AbortSignal,
): Promise<Page<FeedItem>> {
  const { db } = deps
  const uid = await demandUid(db, givenUid)
  const range = rangeOf(query)
  const read: TimelineReader = async (count) => {
    // Grouping and filtering reduce the rows: double their number until there are enough groups.
    for (let rows = count * 2; ; rows *= 2) {
      await stopIfGone(signal)
      const timeline = await readActivity(db, uid, viewer, rows, range)
      if (timeline.complete || timeline.groups.length >= count) return timeline
    }
  }
  return readPage(deps, { read, from: query.from, limit: query.limit, viewer, options: optionsOf(query, false), signal })
}
