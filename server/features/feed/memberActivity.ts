/** Reads the activity of one member, as the profile shows it. */
import type { Viewer } from '#access/viewer.ts'
import type { CallOutput, Page } from '#contract/index.ts'
import type { FeedItem } from '#contract/schemas/feed.ts'
import { sql } from '#db/sql.ts'
import { stopIfGone } from '#http/departure.ts'
import { demandUid } from '../accounts/service.ts'
import { groupActivities, type Activity } from './activities.ts'
import type { ActivityKind } from './entities.ts'
import type { ItemDeps } from './items.ts'
import { optionsOf, rangeOf, readPage, type TimelineReader } from './page.ts'
import { visibleActivities } from './subjects.ts'
import { maxBatch, maxRead } from './timeline.ts'
import type { WalkRange } from './walk.ts'

export type ActivityQuery = CallOutput<'GET /api/v2/members/:uid/activity'>['query']

/** The latest `limit` activities within a range, latest first. */
async function readActivity(db: ItemDeps['db'], uid: string, limit: number, { before, after }: WalkRange): Promise<Activity[]> {
  const rows = await sql<{ at: string; kind: ActivityKind; subject: string }>(
    db,
    `SELECT substr("id", 2) AS "at", "kind", "subject" FROM "activity"
     WHERE "source" = :uid AND "id" >= :low AND "id" < :high ORDER BY "id" DESC LIMIT :limit`,
    { uid, low: `x${after}`, high: `x${before}`, limit },
  )
  return rows.map((row) => ({ ...row, source: { type: 'member', id: uid } }))
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
  const { before, after } = rangeOf(query)
  const read: TimelineReader = async (count) => {
    const visible: Activity[] = []
    let walked = 0
    // Grouping and filtering reduce the rows: reads more and more earlier ones until there are enough groups.
    for (let rows = count * 2, from = before; ; rows = Math.min(rows * 2, maxBatch)) {
      const activities = await readActivity(db, uid, rows, { before: from, after })
      visible.push(...(await visibleActivities(db, activities, viewer, new Set())))
      walked += activities.length
      const groups = groupActivities(visible)
      const complete = activities.length < rows
      if (complete || groups.length >= count) return { groups, complete, isFresh: true }
      if (walked >= maxRead) return { groups, complete: true, isFresh: true }
      await stopIfGone(signal)
      from = activities.at(-1)!.at
    }
  }
  return readPage(deps, { read, from: query.from, limit: query.limit, viewer, options: optionsOf(query, false), signal })
}
