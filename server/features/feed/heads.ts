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

/** SQL: the latest heads of the followed sources. */
export const headsStatement = `
  SELECT r."type", r."entity", h."head" FROM "relation" r JOIN "activity_head" h ON h."type" = r."type" AND h."entity" = r."entity"
  WHERE r."uid" = :uid AND r."type" IN (${followTypes.join(', ')}) AND h."head" >= :after
  ORDER BY h."head" DESC LIMIT :limit`
/** The same, with the own head. For the join, PostgreSQL would read the heads of all sources if a member follows many. */
const headsOnPostgres = `
  SELECT * FROM (${followTypes
    .map(
      (type) => `
    SELECT ${type} AS "type", "entity", "head" FROM "activity_head" WHERE "type" = ${type} AND "head" >= :after
    AND "entity" = ANY (ARRAY (SELECT "entity" FROM "relation" WHERE "uid" = :uid AND "type" = ${type}))`,
    )
    .join(' UNION ALL')} UNION ALL ${ownHead}) k
  WHERE "head" >= :after ORDER BY "head" DESC LIMIT :limit`

/** The latest heads since `after`, latest first. */
export async function readHeads(db: DataSource, uid: string, after: string, limit: number): Promise<Head[]> {
  if (databaseKind(db) === 'postgres') return sql<Head>(db, headsOnPostgres, { uid, after, limit })
  const [followed, own] = await Promise.all([sql<Head>(db, headsStatement, { uid, after, limit }), sql<Head>(db, ownHead, { uid })])
  return [...followed, ...own.filter(({ head }) => head >= after)].sort((a, b) => (a.head < b.head ? 1 : -1))
}
