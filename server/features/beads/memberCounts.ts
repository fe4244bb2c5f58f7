import type { EntityManager } from 'typeorm'
import { sql } from '#db/sql.ts'
import { relationTypes } from '../relations/service.ts'

/**
 * Member counters exclude drafts (decision 53): a draft, its posts and the relations to both are counted when it is published. Adds or
 * subtracts all of them for a playlist whose row is locked.
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
