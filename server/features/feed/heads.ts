/** Reads the heads of what a member follows, and of the member's own posts: the time of the latest activity of each source. */
import type { DataSource } from 'typeorm'
import { databaseKind } from '#db/data-source.ts'
import { sql } from '#db/sql.ts'
import { relationTypes } from '../relations/service.ts'

const { followBead, followMember, followTag } = relationTypes
const followTypes = [followBead, followMember, followTag]

/** Stands for the member's own posts where a relation type is expected. */
export const you = 0

export interface Head {
  /** The relation type with which the source is followed, or `you`. */
  type: number
  entity: string
  /** Id of the latest activity without its kind letter. */
  head: string
}

const ownHead = `SELECT ${you} AS "type", "creatorUid" AS "entity", substr(MAX("id"), 2) AS "head" FROM "post" WHERE "creatorUid" = :uid GROUP BY "creatorUid"`

/** SQL: the latest heads of the followed sources. CROSS JOIN makes SQLite begin with the member's follows. */
export const headsStatement = `
  SELECT r."type", r."entity", h."head" FROM "relation" r CROSS JOIN "activity_head" h
  WHERE r."uid" = :uid AND r."type" IN (${followTypes.join(', ')}) AND h."type" = r."type" AND h."entity" = r."entity" AND h."head" >= :after
  ORDER BY h."head" DESC LIMIT :limit`

/** Members with fewer follows are read with a lookup per source. */
const minFollowsForScan = 500
/** The latest heads of the site that are compared with the follows of other members. */
const maxScanned = 10_000

const followsOnPostgres = followTypes
  .map((type) => `SELECT ${type} AS "type", "entity" FROM "relation" WHERE "uid" = :uid AND "type" = ${type}`)
  .join(' UNION ALL ')
/** For a join, PostgreSQL would read the heads of all sources if a member follows many. */
const lookUp = followTypes
  .map(
    (type) => `
    SELECT ${type} AS "type", "entity", "head" FROM "activity_head" WHERE "type" = ${type} AND "head" >= :after
    AND "entity" = ANY (ARRAY (SELECT "entity" FROM f WHERE "type" = ${type}))`,
  )
  .join(' UNION ALL')
/** From the latest head on, until there are enough. IS TRUE keeps PostgreSQL from joining, for which it would read them all. */
const scan = `
  SELECT * FROM (SELECT "type", "entity", "head" FROM "activity_head" WHERE "head" >= :after ORDER BY "head" DESC LIMIT ${maxScanned}) h
  WHERE ((h."type", h."entity") IN (SELECT "type", "entity" FROM f)) IS TRUE ORDER BY h."head" DESC LIMIT :limit`
/** Whether a scan finds enough heads if the follows are spread evenly. The number of all heads is PostgreSQL's estimate. */
const scans = `
  SELECT COUNT(*) >= ${minFollowsForScan} AND COUNT(*) * ${maxScanned} >=
    :limit * (SELECT "reltuples" FROM pg_class WHERE "oid" = CAST('"activity_head"' AS REGCLASS)) AS "scans" FROM f`

/** One row without a head if there are none. */
const statementOnPostgres = (decision: string, heads: string): string => `
  WITH f AS MATERIALIZED (${followsOnPostgres}), d AS MATERIALIZED (${decision})
  SELECT d."scans", k.* FROM d LEFT JOIN (SELECT * FROM (${heads} UNION ALL ${ownHead}) u WHERE "head" >= :after) k ON TRUE
  ORDER BY k."head" DESC NULLS LAST LIMIT :limit`
const byLookUp = statementOnPostgres('SELECT FALSE AS "scans"', lookUp)
const byFollows = statementOnPostgres(
  scans,
  `SELECT * FROM (${scan}) s WHERE (SELECT "scans" FROM d) UNION ALL SELECT * FROM (${lookUp}) l WHERE NOT (SELECT "scans" FROM d)`,
)

async function readOnPostgres(db: DataSource, uid: string, after: string, limit: number): Promise<Head[]> {
  async function read(statement: string): Promise<{ heads: Head[]; scans: boolean }> {
    const rows = await sql<{ scans: boolean } & (Head | Record<keyof Head, null>)>(db, statement, { uid, after, limit })
    return { heads: rows.flatMap(({ scans: _, ...row }) => (row.head === null ? [] : row)), scans: rows[0]!.scans }
  }
  const { heads, scans } = await read(byFollows)
  // Not all of these sources are among the latest. The own head is not from the scan: as the last one, it may be too early.
  const isIncomplete = scans && (heads.length < limit || heads.at(-1)!.type === you)
  return isIncomplete ? (await read(byLookUp)).heads : heads
}

/** The latest `limit` heads since `after`, latest first. */
export async function readHeads(db: DataSource, uid: string, after: string, limit: number): Promise<Head[]> {
  if (databaseKind(db) === 'postgres') return readOnPostgres(db, uid, after, limit)
  const [followed, own] = await Promise.all([sql<Head>(db, headsStatement, { uid, after, limit }), sql<Head>(db, ownHead, { uid })])
  return [...followed, ...own.filter(({ head }) => head >= after)].sort((a, b) => (a.head < b.head ? 1 : -1)).slice(0, limit)
}
