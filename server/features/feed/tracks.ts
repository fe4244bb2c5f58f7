/** Reads the activities of sources from the indexes that have them. */
import type { DataSource } from 'typeorm'
import { databaseKind } from '#db/data-source.ts'
import { hiddenFromPlanner, sql } from '#db/sql.ts'
import { relationTypes } from '../relations/service.ts'
import { tagSource } from './backfill.ts'
import { activityKinds, type ActivityKind } from './entities.ts'
import type { Activity, Source } from './activities.ts'
import { you, type Head } from './heads.ts'

const { followBead, followMember, followTag } = relationTypes

/** A way to read the activities of sources of one type, on an index that begins with the source. */
interface Track {
  /** Relation type of the sources. */
  type: number
  source: Source['type']
  /** First letter of the ids in this index: post or log row. */
  letter: 'p' | 'x'
  /** SQL of the kind and subject, the table, and the columns of the source and the id. */
  kind: string
  subject: string
  table: string
  of: string
  id: string
  /** SQL. */
  condition?: string
  /** Converts the id of a source to its key in this index, if they differ. */
  named?: (id: string) => string
}

const post = { letter: 'p', kind: String(activityKinds.newpost) } as const
const logged = { letter: 'x', table: 'activity', kind: '"kind"', subject: '"subject"', of: '"source"', id: '"id"' } as const

export const tracks: readonly Track[] = [
  { ...post, type: followBead, source: 'bead', table: 'post', subject: '"id"', of: '"beadId"', id: '"id"' },
  { ...logged, type: followMember, source: 'member' },
  {
    ...post,
    type: followTag,
    source: 'tag',
    table: 'post_tag',
    subject: '"postId"',
    of: '"tagKey"',
    id: '"postId"',
    condition: '"isDraft" = FALSE',
  },
  { ...logged, type: followTag, source: 'tag', named: tagSource },
  { ...post, type: you, source: 'you', table: 'post', subject: '"id"', of: '"creatorUid"', id: '"id"' },
]

// Sorts by an expression: if it were the id itself, SQLite might scan the index of all ids instead of the sources'.
export const statementOf = ({ table, kind, subject, of, id, condition = 'TRUE' }: Track): string =>
  `SELECT ${of} AS "source", ${kind} AS "kind", ${subject} AS "subject", substr(${id}, 2) AS "at" FROM "${table}"
   WHERE ${condition} AND ${of} IN (:...sources) AND ${id} >= :low AND ${id} < :high ORDER BY substr(${id}, 2) DESC LIMIT :limit`

/** The same for PostgreSQL, which reads at most `:each` rows of a source, with one plan for all values: see `hiddenFromPlanner`. */
const statementOnPostgres = ({ table, kind, subject, of, id, condition = 'TRUE' }: Track): string =>
  `SELECT s."source", t."kind", t."subject", t."at" FROM unnest(${hiddenFromPlanner(':sources', 'TEXT[]')}) s ("source") CROSS JOIN LATERAL (
     SELECT ${kind} AS "kind", ${subject} AS "subject", substr(${id}, 2) AS "at" FROM "${table}"
     WHERE ${condition} AND ${of} = s."source" AND ${id} >= ${hiddenFromPlanner(':low')} AND ${id} < ${hiddenFromPlanner(':high')}
     ORDER BY ${id} DESC LIMIT ${hiddenFromPlanner(':each', 'BIGINT')}) t`

interface RawActivity {
  source: string
  kind: ActivityKind
  subject: string
  at: string
}

interface UsedTrack {
  track: Track
  entities: readonly string[]
}

/** The tracks that have activities of these sources. */
const usedTracks = (heads: readonly Head[]): UsedTrack[] =>
  tracks.flatMap((track): UsedTrack[] => {
    const entities = heads.filter(({ type }) => type === track.type).map(({ entity }) => entity)
    return entities.length === 0 ? [] : [{ track, entities }]
  })

/** `low` is inclusive, `high` exclusive. */
interface Span {
  low: string
  high: string
  /** Maximum number of rows: on SQLite of each track, on PostgreSQL of all. */
  limit: number
}

interface Read {
  /** In no order. */
  activities: Activity[]
  /** They are complete back to this `at`, which is `low` or later. */
  reached: string
}

const parametersOf = ({ track: { letter, named }, entities }: UsedTrack, { low, high }: Span) => ({
  sources: named ? entities.map(named) : entities,
  low: letter + low,
  high: letter + high,
})

function activityOf({ source, named }: Track, { at, kind, subject, source: id }: RawActivity): Activity {
  return { at, kind, subject, source: { type: source, id: named ? id.slice(1) : id } }
}

/**
 * The later one of `reached` and the `at` back to which these rows are complete. If there are `limit` of them, more may follow at the `at`
 * of the last one: a post has the same one in several tracks, and with several tags.
 */
function cutAt(reached: string, rows: readonly RawActivity[], limit: number): string {
  const last = rows[limit - 1]?.at
  if (last === undefined) return reached
  return rows.findLast(({ at }) => at > last)?.at ?? last
}

/** A source of which more rows follow is complete only back to its last one. */
function cutAtSources(reached: string, rows: readonly (RawActivity & { track: number })[], each: number): string {
  if (rows.length < each) return reached
  const counts = new Map<string, number>()
  let cut = reached
  for (const { track, source, at } of rows) {
    const key = `${track} ${source}`
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    if (count === each && at > cut) cut = at
  }
  return cut
}

/** One statement for all tracks: a message to PostgreSQL and its answer cost more than what they read. */
async function readOnPostgres(db: DataSource, used: readonly UsedTrack[], span: Span): Promise<Read> {
  const { low, limit } = span
  // Of a short list, about half may be of one source.
  const each = Math.ceil(limit / 4) + 12
  const parameters: Record<string, string | number | readonly string[]> = { each, limit }
  const parts = used.map((one, n) => {
    for (const [name, value] of Object.entries(parametersOf(one, span))) parameters[`${name}${n}`] = value
    const statement = statementOnPostgres(one.track).replaceAll(/:(?!each)[a-z]+/g, `$&${n}`)
    return `SELECT ${n} AS "track", t.* FROM (${statement}) t`
  })
  const statement = `${parts.join(' UNION ALL ')} ORDER BY "at" DESC LIMIT ${hiddenFromPlanner(':limit', 'BIGINT')}`
  const rows = await sql<RawActivity & { track: number }>(db, statement, parameters)
  return {
    activities: rows.map((row) => activityOf(used[row.track]!.track, row)),
    reached: cutAtSources(cutAt(low, rows, limit), rows, each),
  }
}

/** The latest activities of these sources within the span, as many as its limit or more. */
export async function readTracks(db: DataSource, heads: readonly Head[], span: Span): Promise<Read> {
  const used = usedTracks(heads)
  if (used.length > 0 && databaseKind(db) === 'postgres') return readOnPostgres(db, used, span)
  const { limit } = span
  const found = await Promise.all(used.map((one) => sql<RawActivity>(db, statementOf(one.track), { ...parametersOf(one, span), limit })))
  return {
    activities: found.flatMap((rows, n) => rows.map((row) => activityOf(used[n]!.track, row))),
    reached: found.map((rows) => cutAt(span.low, rows, limit)).reduce((latest, at) => (at > latest ? at : latest), span.low),
  }
}
