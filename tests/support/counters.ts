/** Compares every stored counter with a recount (decision 12). */
import type { DataSource } from 'typeorm'
import { sql } from '#db/sql.ts'
import { relationTypes } from '../../server/features/relations/entities.ts'

const { collect, followBead, followMember, followTag, upvote, likeComment } = relationTypes

const relations = (type: number, entity: string, more = ''): string =>
  `(SELECT COUNT(*) FROM "relation" r WHERE r."type" = ${type} AND r."entity" = ${entity} ${more})`
const mine = (type: number, more = ''): string =>
  `(SELECT COUNT(*) FROM "relation" r WHERE r."uid" = t."uid" AND r."type" = ${type} ${more})`
const published = 'SELECT d."id" FROM "bead" d WHERE d."isDraft" = FALSE'
const byOthers = 'AND r."uid" <> t."creatorUid"'

const recounts: readonly [table: string, key: string, counter: string, recount: string][] = [
  ['post', 'id', 'collectCount', relations(collect, 't."id"', byOthers)],
  ['post', 'id', 'upvoteCount', relations(upvote, 't."id"', byOthers)],
  ['post', 'id', 'score', `2 * ${relations(collect, 't."id"', byOthers)} + ${relations(upvote, 't."id"', byOthers)} + t."commentCount"`],
  ['bead', 'id', 'followerCount', relations(followBead, 't."id"', byOthers)],
  ['bead', 'id', 'postCount', '(SELECT COUNT(*) FROM "post" p WHERE p."beadId" = t."id")'],
  ['comment', 'id', 'likeCount', relations(likeComment, 't."id"', byOthers)],
  ['tag', 'key', 'followerCount', relations(followTag, 't."key"')],
  ['member', 'uid', 'followerCount', relations(followMember, 't."uid"')],
  ['member', 'uid', 'followingCount', mine(followMember)],
  [
    'member',
    'uid',
    'collectedPostCount',
    mine(collect, `AND r."entity" IN (SELECT p."id" FROM "post" p WHERE p."beadId" IN (${published}))`),
  ],
  ['member', 'uid', 'collectedBeadCount', mine(followBead, `AND r."entity" IN (${published})`)],
  ['member', 'uid', 'createdPostCount', `(SELECT COUNT(*) FROM "post" p WHERE p."creatorUid" = t."uid" AND p."beadId" IN (${published}))`],
  ['member', 'uid', 'createdBeadCount', '(SELECT COUNT(*) FROM "bead" v WHERE v."creatorUid" = t."uid" AND v."isDraft" = FALSE)'],
  ['member', 'uid', 'hiddenCount', '(SELECT COUNT(*) FROM "block_or_mute" a WHERE a."uid" = t."uid")'],
]

/** Returns a description of each wrong counter. */
export async function wrongCounters(db: DataSource): Promise<string[]> {
  const wrong: string[] = []
  for (const [table, key, counter, recount] of recounts) {
    const rows = await sql<{ key: string; stored: number; counted: number | string }>(
      db,
      `SELECT t."${key}" AS "key", COALESCE(t."${counter}", 0) AS "stored", ${recount} AS "counted" FROM "${table}" t`,
    )
    for (const row of rows)
      if (row.stored !== Number(row.counted)) wrong.push(`${table} ${row.key}: ${counter} is ${row.stored}, counted ${row.counted}`)
  }
  return wrong
}
