import type { EntityManager } from 'typeorm'
import { sql } from '#db/sql.ts'
import { relationTypes } from '../relations/service.ts'

/**
 * Adds a playlist to the counters of members, or subtracts it: the playlist, its posts, and the collects and follows of
 * both. Called when a draft is published and when a published playlist is deleted, because the counters exclude drafts
 * (decision 53). The caller has locked the playlist's row.
 */
export async function countForMembers(manager: EntityManager, id: string, sign: 1 | -1): Promise<void> {
  const { collect, followBead } = relationTypes
  const add = sign === 1 ? '+' : '-'
  const posts = 'SELECT "id" FROM "post" WHERE "beadId" = :id'
  const statements = [
    `UPDATE "member" SET "createdPostCount" = "createdPostCount" ${add}
       (SELECT COUNT(*) FROM "post" p WHERE p."beadId" = :id AND p."creatorUid" = "member"."uid")
     WHERE "uid" IN (SELECT "creatorUid" FROM "post" WHERE "beadId" = :id)`,
    `UPDATE "member" SET "collectedPostCount" = "collectedPostCount" ${add}
       (SELECT COUNT(*) FROM "relation" r WHERE r."uid" = "member"."uid" AND r."type" = :collect AND r."entity" IN (${posts}))
     WHERE "uid" IN (SELECT "uid" FROM "relation" WHERE "type" = :collect AND "entity" IN (${posts}))`,
    `UPDATE "member" SET "collectedBeadCount" = "collectedBeadCount" ${add} 1
     WHERE "uid" IN (SELECT "uid" FROM "relation" WHERE "type" = :followBead AND "entity" = :id)`,
    `UPDATE "member" SET "createdBeadCount" = "createdBeadCount" ${add} 1 WHERE "uid" = (SELECT "creatorUid" FROM "bead" WHERE "id" = :id)`,
  ]
  for (const statement of statements) await sql(manager, statement, { id, collect, followBead })
}
