/** The review queue: open playlists under review, and flagged posts and comments, oldest first (BY14, B11). */
import type { DataSource } from 'typeorm'
import type { Viewer } from '#access/viewer.ts'
import type { CallOutput } from '#contract/index.ts'
import type { AdminAction, ReviewItem } from '#contract/schemas/moderation.ts'
import { sql } from '#db/sql.ts'
import type { Accounts } from '../accounts/service.ts'
import type { Beads } from '../beads/service.ts'
import type { AdminLog } from './adminLog.ts'
import type { ReviewRow } from './entities.ts'
import { toFlagged, type FlaggedDeps } from './flagged.ts'

type Query = CallOutput<'GET /api/v0/admin/review'>['query']

interface ReviewQueueDeps extends FlaggedDeps {
  db: DataSource
  beads: Pick<Beads, 'list'>
  accounts: Pick<Accounts, 'members'>
  log: Pick<AdminLog, 'latestOf'>
  now: () => number
}

/** Position of an item in the queue. */
interface Place {
  since: string
  id: string
}

const separator = '~'
const cursorOf = ({ since, id }: Place): string => `${since}${separator}${id}`
function placeOf(cursor: string | undefined): Place {
  const [since = '', id = ''] = cursor?.split(separator) ?? []
  return { since, id }
}

/** How long a decision that does not take effect hides its item (ms): afterwards, admins can decide again. */
export const overdueMs = 600_000

const undecided = (column: string): string =>
  `NOT EXISTS (SELECT 1 FROM "review_decision" d WHERE d."targetId" = ${column} AND d."dueDate" > :overdue)`

const readDrafts = (db: DataSource, { since, id }: Place, overdue: string, limit: number): Promise<Place[]> =>
  sql(
    db,
    `SELECT v."submittedDate" AS "since", v."id" FROM "bead" v
     WHERE v."isDraft" = TRUE AND v."submittedDate" IS NOT NULL AND (v."submittedDate", v."id") > (:since, :id) AND ${undecided('v."id"')}
     ORDER BY v."submittedDate", v."id" LIMIT :limit`,
    { since, id, overdue, limit },
  )

const readFlagged = (db: DataSource, { since, id }: Place, overdue: string, limit: number): Promise<(ReviewRow & Place)[]> =>
  sql(
    db,
    `SELECT r.*, r."openedDate" AS "since", r."targetId" AS "id" FROM "review" r
     WHERE r."status" = 'open' AND (r."openedDate", r."targetId") > (:since, :id) AND ${undecided('r."targetId"')}
     ORDER BY r."openedDate", r."targetId" LIMIT :limit`,
    { since, id, overdue, limit },
  )

const isBefore = (a: Place, b: Place): boolean => a.since < b.since || (a.since === b.since && a.id < b.id)

const creatorOf = ({ bead, flagged }: Pick<ReviewItem, 'bead' | 'flagged'>): string | undefined =>
  bead?.creator.uid ?? flagged?.comment?.creator?.uid ?? flagged?.post.creator.uid

/** The page of the queue after a cursor, and the cursor of the next page. */
export async function listReviewQueue(
  deps: ReviewQueueDeps,
  { after, limit }: Query,
  viewer: Viewer,
): Promise<{ results: ReviewItem[]; next: string | null }> {
  const { db, beads, accounts, log, now } = deps
  const overdue = new Date(now() - overdueMs).toISOString()
  const place = placeOf(after)
  const [drafts, flagged] = await Promise.all([readDrafts(db, place, overdue, limit + 1), readFlagged(db, place, overdue, limit + 1)])
  const merged = [...drafts, ...flagged].sort((a, b) => (isBefore(a, b) ? -1 : 1))
  const places = merged.slice(0, limit)
  const ids = places.map(({ id }) => id)
  const beadIds = drafts.filter(({ id }) => ids.includes(id)).map(({ id }) => id)
  const rows = flagged.filter(({ id }) => ids.includes(id))
  const [found, entries, actions] = await Promise.all([
    beadIds.length === 0
      ? []
      : beads.list({ ids: beadIds.join(','), sort: 'recent', from: 0, limit: beadIds.length }, viewer).then((page) => page.results),
    toFlagged(deps, rows, viewer),
    log.latestOf(ids),
  ])
  const items = places.flatMap(({ id, since }) => {
    const bead = found.find((one) => one.id === id)
    const entry = entries.find((one) => one.id === id)
    // The item is being deleted concurrently.
    return bead || entry ? [{ _id: id, id, since, ...(bead && { bead }), ...(entry && { flagged: entry }) }] : []
  })
  const authors = await accounts.members(items.flatMap((item) => creatorOf(item) ?? []))
  const earlierOf = (id: string): AdminAction[] => actions.filter(({ target }) => target.id === id)
  return {
    results: items.map((item) => ({ ...item, author: authors.get(creatorOf(item) ?? '') ?? null, earlier: earlierOf(item.id) })),
    next: merged.length > limit ? cursorOf(places.at(-1)!) : null,
  }
}
