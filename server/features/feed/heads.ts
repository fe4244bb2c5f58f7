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

/** A member who follows this many sources: their latest heads are soon found among the latest of all sources. */
const many = 500
/** The latest heads of all sources that are compared with the follows of such a member. */
const latest = 10_000

const followsOnPostgres = followTypes
  .map((type) => `SELECT ${type} AS "type", "entity" FROM "relation" WHERE "uid" = :uid AND "type" = ${type}`)
  .join(' UNION ALL ')
/** A lookup per source. For a join, PostgreSQL would read the heads of all sources if a member follows many. */
const lookUp = followTypes
  .map(
    (type) => `
    SELECT ${type} AS "type", "entity", "head" FROM "activity_head" WHERE "type" = ${type} AND "head" >= :after
    AND "entity" = ANY (ARRAY (SELECT "entity" FROM f WHERE "type" = ${type}))`,
  )
  .join(' UNION ALL')
/** From the latest head on, until there are enough. IS TRUE keeps PostgreSQL from joining, for which it would read them all. */
const scan = `
  SELECT * FROM (SELECT "type", "entity", "head" FROM "activity_head" WHERE "head" >= :after ORDER BY "head" DESC LIMIT ${latest}) h
  WHERE ((h."type", h."entity") IN (SELECT "type", "entity" FROM f)) IS TRUE ORDER BY h."head" DESC LIMIT :limit`

const follows = '(SELECT COUNT(*) FROM f)'
const statementOnPostgres = (heads: string): string => `
  WITH f AS MATERIALIZED (${followsOnPostgres})
  SELECT k.*, ${follows} AS "follows" FROM (${heads} UNION ALL ${ownHead}) k WHERE "head" >= :after ORDER BY "head" DESC LIMIT :limit`
const byLookUp = statementOnPostgres(lookUp)
const byFollows = statementOnPostgres(
  `SELECT * FROM (${scan}) s WHERE ${follows} >= ${many} UNION ALL SELECT * FROM (${lookUp}) l WHERE ${follows} < ${many}`,
)

async function readOnPostgres(db: DataSource, uid: string, after: string, limit: number): Promise<Head[]> {
  if (limit <= many) {
    const found = await sql<Head & { follows: string }>(db, byFollows, { uid, after, limit })
    // The sources of a member who follows many may not be among the latest.
    if (found.length >= limit || Number(found[0]?.follows ?? many) < many) return found
  }
  return sql<Head>(db, byLookUp, { uid, after, limit })
}

/** The latest heads since `after`, latest first. */
export async function readHeads(db: DataSource, uid: string, after: string, limit: number): Promise<Head[]> {
  if (databaseKind(db) === 'postgres') return readOnPostgres(db, uid, after, limit)
  const [followed, own] = await Promise.all([sql<Head>(db, headsStatement, { uid, after, limit }), sql<Head>(db, ownHead, { uid })])
  return [...followed, ...own.filter(({ head }) => head >= after)].sort((a, b) => (a.head < b.head ? 1 : -1))
}
