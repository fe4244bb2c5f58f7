/**
 * Reads the latest activities of all that a member follows and merges them (fan-out on read: nothing is written per
 * follower). The README has measurements.
 *
 * The table `activity_head` has the latest activity of each source (a playlist, member or tag): its head. Let t be the
 * time of the n-th latest head among the followed sources. Then at least n activities have happened since t, and only
 * sources with a head since t can have one. So only these are read, back to t. If grouping leaves too few items, the
 * walk continues with an earlier t.
 */
import type { DataSource } from 'typeorm'
import { databaseKind } from '#db/data-source.ts'
import { sql } from '#db/sql.ts'
import { stopIfGone } from '#http/departure.ts'
import { relationTypes } from '../relations/service.ts'
import type { Less } from '../suggestions/service.ts'
import { tagSource } from './backfill.ts'
import { activityKinds, type ActivityKind } from './entities.ts'
import { atInstant, keyOf, timeOf, type Activity, type Source } from './activities.ts'

const { followBead, followMember, followTag } = relationTypes
/** Stands for the member's own posts where a relation type is expected. */
const you = 0

/** A way to read the activities of sources of one type: a statement on an index that begins with the source. */
interface Track {
  /** Relation type of the sources. */
  type: number
  source: Source['type']
  /** First letter of the ids in this index: post or log row. */
  letter: 'p' | 'x'
  statement: string
  /** Converts the id of a source to its key in this index, if they differ. */
  named?: (id: string) => string
}

// Sorts by an expression: if it were the id itself, the planner might scan the index of all ids instead of the
// sources'.
const track = (columns: string, table: string, source: string, id: string, condition = 'TRUE'): string =>
  `SELECT ${source} AS "source", ${columns}, substr(${id}, 2) AS "at" FROM ${table}
   WHERE ${condition} AND ${source} IN (:...sources) AND ${id} >= :low AND ${id} < :high ORDER BY substr(${id}, 2) DESC LIMIT :limit`
const newPost = (id: string): string => `${activityKinds.newpost} AS "kind", ${id} AS "subject"`
/** Activities in the log. */
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

/** SQL: the latest heads of the followed sources. */
export const headsStatement = `
  SELECT r."type", r."entity", h."head" FROM "relation" r JOIN "activity_head" h ON h."type" = r."type" AND h."entity" = r."entity"
  WHERE r."uid" = :uid AND r."type" IN (${followBead}, ${followMember}, ${followTag}) AND h."head" >= :after
  ORDER BY h."head" DESC LIMIT :limit`
/** The same. For the join, PostgreSQL would read the heads of all sources if a member follows many. */
const headsOnPostgres = `
  SELECT * FROM (
    SELECT r."type", r."entity", COALESCE((
      SELECT h."head" FROM "activity_head" h WHERE h."type" = r."type" AND h."entity" = r."entity" AND h."head" >= :after), '') AS "head"
    FROM "relation" r WHERE r."uid" = :uid AND r."type" IN (${followBead}, ${followMember}, ${followTag})
    ORDER BY "head" DESC LIMIT :limit) k
  WHERE "head" <> '' ORDER BY "head" DESC`
const ownHead = 'SELECT MAX("id") AS "id" FROM "post" WHERE "creatorUid" = :uid'

interface RawActivity {
  source: string
  kind: ActivityKind
  subject: string
  at: string
}

/** Maximum number of sources read: SQLite limits the parameters of a statement. */
const most = 16_384

/**
 * Maximum factor by which a step extends the time span read so far. The factor is estimated from the number of items
 * found.
 */
const growth = 4
/** Minimum time span that the next step is computed from (ms). */
const shortestMs = 60_000
/** If the next step would reach further back than this (ms), it reads everything that is left. */
const farMs = 4 * 365 * 86_400_000

export interface Walk {
  /** Latest first. */
  activities: Activity[]
  /** Whether these are all activities of the range. */
  complete: boolean
}

export interface WalkRange {
  /** Upper bound of `at`, exclusive; a result of `atInstant`, as is `after`. */
  before: string
  /** Lower bound of `at`, inclusive. */
  after: string
}

interface WalkOptions {
  /** Filter for down-ranked sources ("Fewer like this"). */
  less?: Pick<Less, 'shows'>
  /** Stops the walk after the current step. */
  signal?: AbortSignal | undefined
}

const latestFirst = (a: { at: string }, b: { at: string }): number => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0)

interface UsedTrack {
  track: Track
  entities: readonly string[]
}

/** `low` is inclusive, `high` exclusive; `limit` applies to each track. */
interface Span {
  low: string
  high: string
  limit: number
}

const parametersOf = ({ track: { letter, named }, entities }: UsedTrack, { low, high, limit }: Span) => ({
  sources: named ? entities.map(named) : entities,
  low: letter + low,
  high: letter + high,
  limit,
})

function activityOf({ source, named }: Track, { at, kind, subject, source: id }: RawActivity): Activity {
  return { at, kind, subject, source: { type: source, id: named ? id.slice(1) : id } }
}

/** One statement for all tracks: a message to PostgreSQL and its answer cost more than what they read. */
async function readTracksAtOnce(db: DataSource, used: readonly UsedTrack[], span: Span): Promise<Activity[][]> {
  const parameters: Record<string, string | number | readonly string[]> = {}
  const parts = used.map((one, n) => {
    for (const [name, value] of Object.entries(parametersOf(one, span))) parameters[`${name}${n}`] = value
    return `SELECT ${n} AS "track", t.* FROM (${one.track.statement.replaceAll(/:(?:\.\.\.)?[a-z]+/g, `$&${n}`)}) t`
  })
  const rows = await sql<RawActivity & { track: number }>(db, parts.join(' UNION ALL '), parameters)
  return used.map(({ track }, n) =>
    rows
      .filter((row) => row.track === n)
      .map((row) => activityOf(track, row))
      .sort(latestFirst),
  )
}

/** The activities of each track, latest first. */
async function readTracks(db: DataSource, used: readonly UsedTrack[], span: Span): Promise<Activity[][]> {
  if (used.length > 1 && databaseKind(db) === 'postgres') return readTracksAtOnce(db, used, span)
  return Promise.all(
    used.map(async (one) => {
      const rows = await sql<RawActivity>(db, one.track.statement, parametersOf(one, span))
      return rows.map((row) => activityOf(one.track, row))
    }),
  )
}

/**
 * The latest activities, enough for `count` items, or all if there are fewer. Rejects with the signal's reason after an
 * abort.
 */
export async function walk(
  db: DataSource,
  uid: string,
  count: number,
  { before, after }: WalkRange,
  { less = { shows: () => true }, signal }: WalkOptions = {},
): Promise<Walk> {
  /** Heads of followed sources and of the member's own posts, latest first. */
  async function readHeads(limit: number): Promise<Head[]> {
    const [followed, [own]] = await Promise.all([
      sql<Head>(db, databaseKind(db) === 'postgres' ? headsOnPostgres : headsStatement, { uid, after, limit }),
      sql<{ id: string | null }>(db, ownHead, { uid }),
    ])
    const mine = own?.id ? own.id.slice(1) : ''
    return mine > after ? [...followed, { type: you, entity: uid, head: mine }].sort((a, b) => (a.head < b.head ? 1 : -1)) : followed
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
  // Rank of the head to which the first step reaches back. A source often has several activities in that time, so that
  // fewer heads than `count` are enough for a long list, or if the member follows few sources.
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
    const used = tracks.flatMap((track): UsedTrack[] => {
      const entities = live.filter(({ type }) => type === track.type).map(({ entity }) => entity)
      return entities.length === 0 ? [] : [{ track, entities }]
    })
    const rows = await readTracks(db, used, { low, high, limit })
    // A statement that returned `limit` rows is complete only back to its last row.
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
    // Cut off by the limit: the next step reads the rest of the same span.
    if (reached !== low) continue
    // Extends the span in proportion to the items that are missing, with 15 % to spare.
    const missing = (count / Math.max(items.size, 1)) * 1.15
    const span = Math.max(newest - timeOf(low), shortestMs) * Math.min(Math.max(missing, 1.3), growth)
    const next = atInstant(newest - span)
    // `atInstant` returns 1970 for earlier times. A step that does not reach further back reads everything that is
    // left, so that the loop ends.
    low = span > farMs || next >= high ? after : next
  }
}
