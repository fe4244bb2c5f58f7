/**
 * Reads the latest activities of what a member follows and merges them at read time: nothing is written per follower. The README has
 * measurements.
 * A small table stores the time of each source's latest activity ("heads"). If the n latest heads of the followed sources reach back to a
 * time, at least n activities have happened since, and only sources with a later head can have any: only those are walked, back to that
 * time. If that is not enough, because several activities form one item, the walk continues further back.
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
/** Not a relation: the member's own posts. */
const you = 0

/** An index with the activities of a source in order. */
interface Track {
  /** The relation type of its heads. */
  type: number
  source: Source['type']
  /** Letter of its ids. */
  letter: 'p' | 'x'
  statement: string
  /** Converts a source id to its name in the table. */
  named?: (id: string) => string
}

// Sorts by an expression: sorting by the id column could make the planner walk all ids instead of those of the sources.
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

/** Statements with lists are only prepared for these lengths. */
const lengths = [1, 4, 16, 64, 256, 1024, 4096, 16_384]
/** SQLite's maximum number of parameters. */
const most = lengths.at(-1)!

/** Pads the list with repeats to a prepared length. */
function padded(ids: readonly string[]): string[] {
  const length = lengths.find((one) => one >= ids.length)!
  return [...ids, ...Array.from({ length: length - ids.length }, () => ids.at(-1)!)]
}

/** A step is as long as the density so far suggests, at most this many times all earlier steps. */
const growth = 4
/** Minimum length of a step (ms). */
const shortestMs = 60_000
/** Beyond this age (ms) one step reads the rest. */
const farMs = 4 * 365 * 86_400_000

export interface Walk {
  /** Latest first. */
  activities: Activity[]
  /** Whether there are no further activities. */
  complete: boolean
}

export interface WalkRange {
  /** Exclusive; formatted by `atInstant`, like `after`. */
  before: string
  /** Inclusive. */
  after: string
}

interface WalkOptions {
  /** Sources that the member down-ranked. */
  less?: Pick<Less, 'tells'>
  /** Aborts between two steps. */
  signal?: AbortSignal | undefined
}

const latestFirst = (a: { at: string }, b: { at: string }): number => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0)

/** Activities for at least `wanted` items, if there are that many. Rejects with the signal's reason after an abort. */
export async function walk(
  db: DataSource,
  uid: string,
  wanted: number,
  { before, after }: WalkRange,
  { less = { tells: () => true }, signal }: WalkOptions = {},
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
  let headLimit = wanted + 50
  let heads = await readHeads(headLimit)
  const activities: Activity[] = []
  const items = new Set<string>()
  if (heads.length === 0) return { activities, complete: true }

  const earlier = (a: string, b: string): string => (a < b ? a : b)
  const newest = timeOf(earlier(heads[0]!.head, before))
  const limit = 2 * wanted + 50
  // Further down the list most sources have several activities, so fewer sources are enough.
  const rank = Math.min(wanted > 100 ? Math.ceil(wanted / 3) : wanted, Math.ceil(heads.length / (heads.length < wanted ? 4 : 1)))
  let low = earlier(heads[rank - 1]!.head, before)
  let high = before
  for (;;) {
    if (low < after) low = after
    if (heads.length >= headLimit && low < heads.at(-1)!.head) {
      // Sources beyond these heads may also have activities.
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
    // If a source had more than the limit, everything is known back to here.
    const reached = rows.reduce((reach, { length, [limit - 1]: last }) => (length === limit && last!.at > reach ? last!.at : reach), low)
    const found = rows
      .flat()
      .filter((one) => one.at >= reached && less.tells(one))
      .sort(latestFirst)
    activities.push(...found)
    for (const one of found) items.add(keyOf(one))
    if (reached === after) return { activities, complete: true }
    if (items.size >= wanted) return { activities, complete: false }
    high = reached
    await stopIfGone(signal)
    if (reached !== low) continue
    const missing = (wanted / Math.max(items.size, 1)) * 1.15
    const span = Math.max(newest - timeOf(low), shortestMs) * Math.min(Math.max(missing, 1.3), growth)
    const next = atInstant(newest - span)
    // `atInstant` clamps at 1970: a step that would not go further back reads the rest instead, so that the loop ends.
    low = span > farMs || next >= high ? after : next
  }
}
