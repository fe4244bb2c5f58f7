/**
 * Walks the latest activities of everything a member follows and merges them at read time: nothing is written per follower. See the
 * README for measurements.
 *
 * A small table stores the latest activity of each source (its head). If the n latest heads of the followed sources reach back to an
 * instant, at least n activities have happened since, and only sources with a later head can have one. Only those are read, back to that
 * instant. If grouping leaves too few items, the walk continues further back.
 */
import type { DataSource } from 'typeorm'
import { sql } from '#db/sql.ts'
import { stopIfGone } from '#http/departure.ts'
import { relationTypes } from '../relations/service.ts'
import type { Less } from '../suggestions/service.ts'
import { tagSource } from './backfill.ts'
import { activityKinds, type ActivityKind } from './entities.ts'
import { atInstant, keyOf, timeOf, type Activity, type Source } from './activities.ts'

const { followBead, followMember, followTag } = relationTypes
/** Pseudo relation type of the member's own posts. */
const you = 0

/** An index that stores the activities of a source contiguously. */
interface Track {
  /** Relation type whose heads lead to it. */
  type: number
  source: Source['type']
  /** Kind letter of the ids in this index. */
  letter: 'p' | 'x'
  statement: string
  /** Maps an entity to its key in this index. */
  named?: (id: string) => string
}

// Sorts by an expression: with the plain id a planner may scan all ids in order instead of those of the sources.
const track = (columns: string, table: string, source: string, id: string, condition = 'TRUE'): string =>
  `SELECT ${source} AS "source", ${columns}, substr(${id}, 2) AS "at" FROM ${table}
   WHERE ${condition} AND ${source} IN (:...sources) AND ${id} >= :low AND ${id} < :high ORDER BY substr(${id}, 2) DESC LIMIT :limit`
const newPost = (id: string): string => `${activityKinds.newpost} AS "kind", ${id} AS "subject"`
const logged = track('a."kind", a."subject"', '"activity" a', 'a."source"', 'a."id"')

export const tracks: Track[] = [
  { type: followBead, source: 'bead', letter: 'p', statement: track(newPost('p."id"'), '"post" p', 'p."beadId"', 'p."id"') },
  { type: followMember, source: 'member', letter: 'x', statement: logged },
  {
    type: followTag,
    source: 'tag',
    letter: 'p',
    statement: track(newPost('t."postId"'), '"post_tag" t', 't."tagKey"', 't."postId"', 't."isDraft" = FALSE'),
  },
  { type: followTag, source: 'tag', letter: 'x', statement: logged, named: tagSource },
  { type: you, source: 'you', letter: 'p', statement: track(newPost('p."id"'), '"post" p', 'p."creatorUid"', 'p."id"') },
]

interface Head {
  type: number
  entity: string
  head: string
}

export const headsStatement = `
  SELECT r."type", r."entity", h."head" FROM "relation" r JOIN "activity_head" h ON h."type" = r."type" AND h."entity" = r."entity"
  WHERE r."uid" = :uid AND r."type" IN (${followBead}, ${followMember}, ${followTag}) AND h."head" >= :after
  ORDER BY h."head" DESC LIMIT :limit`
const ownHead = 'SELECT MAX("id") AS "id" FROM "post" WHERE "creatorUid" = :uid'

interface RawActivity {
  source: string
  kind: ActivityKind
  subject: string
  at: string
}

/** Statements with a list are prepared only for these lengths. */
const lengths = [1, 4, 16, 64, 256, 1024, 4096, 16_384]
/** Maximum list length; SQLite limits the parameters of a statement. */
const most = lengths.at(-1)!

/** Pads the list with repeats to the next prepared length. */
function padded(ids: readonly string[]): string[] {
  const length = lengths.find((one) => one >= ids.length)!
  return [...ids, ...Array.from({ length: length - ids.length }, () => ids.at(-1)!)]
}

/** Maximum growth of the walked time span per step; the step itself is estimated from the density so far. */
const growth = 4
/** Minimum span of a step (ms). */
const shortestMs = 60_000
/** Beyond this span (ms) one step reads everything left. */
const farMs = 4 * 365 * 86_400_000

export interface Walk {
  /** Latest first. */
  activities: Activity[]
  /** Whether the activities are complete. */
  complete: boolean
}

export interface WalkRange {
  /** Exclusive; like `after` a result of `atInstant`. */
  before: string
  /** Inclusive. */
  after: string
}

interface WalkOptions {
  /** Down-ranked sources ("Fewer like this"). */
  less?: Pick<Less, 'shows'>
  /** Stops the walk between two steps. */
  signal?: AbortSignal | undefined
}

const latestFirst = (a: { at: string }, b: { at: string }): number => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0)

/** Activities of at least `count` items, if there are as many. Rejects with the signal's reason after an abort. */
export async function walk(
  db: DataSource,
  uid: string,
  count: number,
  { before, after }: WalkRange,
  { less = { shows: () => true }, signal }: WalkOptions = {},
): Promise<Walk> {
  async function readHeads(limit: number): Promise<Head[]> {
    const [followed, [own]] = await Promise.all([
      sql<Head>(db, headsStatement, { uid, after, limit }),
      sql<{ id: string | null }>(db, ownHead, { uid }),
    ])
    const mine = own?.id ? own.id.slice(1) : ''
    return mine > after ? [...followed, { type: you, entity: uid, head: mine }].sort((a, b) => (a.head < b.head ? 1 : -1)) : followed
  }

  async function readTrack(
    { source, letter, statement, named }: Track,
    entities: readonly string[],
    low: string,
    high: string,
    limit: number,
  ): Promise<Activity[]> {
    const ids = padded(named ? entities.map(named) : entities)
    const rows = await sql<RawActivity>(db, statement, { sources: ids, low: letter + low, high: letter + high, limit })
    return rows.map((row) => ({
      at: row.at,
      kind: row.kind,
      subject: row.subject,
      source: { type: source, id: named ? row.source.slice(1) : row.source },
    }))
  }

  signal?.throwIfAborted()
  let headLimit = count + 50
  let heads = await readHeads(headLimit)
  const activities: Activity[] = []
  const items = new Set<string>()
  if (heads.length === 0) return { activities, complete: true }

  const earlier = (a: string, b: string): string => (a < b ? a : b)
  const newest = timeOf(earlier(heads[0]!.head, before))
  const limit = 2 * count + 50
  // Older sources have several activities each, so fewer heads suffice.
  const rank = Math.min(count > 100 ? Math.ceil(count / 3) : count, Math.ceil(heads.length / (heads.length < count ? 4 : 1)))
  let low = earlier(heads[rank - 1]!.head, before)
  let high = before
  for (;;) {
    if (low < after) low = after
    if (heads.length >= headLimit && low < heads.at(-1)!.head) {
      // The heads read so far do not cover this span: read all.
      headLimit = most
      heads = await readHeads(headLimit)
    }
    const live = heads.filter(({ head }) => head >= low)
    const rows = await Promise.all(
      tracks.map(async (one) => {
        const entities = live.filter(({ type }) => type === one.type).map(({ entity }) => entity)
        return entities.length === 0 ? [] : readTrack(one, entities, low, high, limit)
      }),
    )
    // A track that hit the limit is complete only back to its last row.
    const reached = rows.reduce((reach, { length, [limit - 1]: last }) => (length === limit && last!.at > reach ? last!.at : reach), low)
    const found = rows
      .flat()
      .filter((one) => one.at >= reached && less.shows(one))
      .sort(latestFirst)
    activities.push(...found)
    for (const one of found) items.add(keyOf(one))
    if (reached === after) return { activities, complete: true }
    if (items.size >= count) return { activities, complete: false }
    high = reached
    await stopIfGone(signal)
    if (reached !== low) continue
    const missing = (count / Math.max(items.size, 1)) * 1.15
    const span = Math.max(newest - timeOf(low), shortestMs) * Math.min(Math.max(missing, 1.3), growth)
    const next = atInstant(newest - span)
    // `atInstant` clamps at 1970: a step that does not go back further reads everything left, so that the loop ends.
    low = span > farMs || next >= high ? after : next
  }
}
