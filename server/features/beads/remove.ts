import type { EntityManager } from 'typeorm'
import { sql } from '../../db/sql.ts'
import { forgetPosts } from '../moderation/service.ts'
import { relationTypes } from '../social/service.ts'

/** Posts of a playlist whose pictures were uploaded here. */
export async function postsWithPictures(manager: EntityManager, id: string): Promise<string[]> {
  const rows = await sql<{ id: string }>(manager, `SELECT "id" FROM "post" WHERE "beadId" = :id AND "media" LIKE '%/posts/p%.jpg?v=%'`, { id })
  return rows.map((row) => row.id)
}

/** Keys of the tags that posts of a playlist have. */
export async function tagsIn(manager: EntityManager, id: string): Promise<string[]> {
  const rows = await sql<{ tagKey: string }>(manager, 'SELECT DISTINCT "tagKey" FROM "post_tag" WHERE "beadId" = :id', { id })
  return rows.map(({ tagKey }) => tagKey)
}

/** Posts of a playlist that were found elsewhere: whoever found them was told. */
export async function repostsIn(manager: EntityManager, id: string): Promise<string[]> {
  const rows = await sql<{ id: string }>(manager, 'SELECT "id" FROM "post" WHERE "beadId" = :id AND "originalPostId" IS NOT NULL', { id })
  return rows.map((row) => row.id)
}

/**
 * Deletes a playlist. Its posts, their comments and plays and its invitees go with it by foreign key;
 * relations name what they relate to only by a text, and counters are sums of rows, so both are
 * seen to here.
 */
export async function removeBead(manager: EntityManager, id: string): Promise<void> {
  const { collect, upvote, followBead } = relationTypes
  const parameters = { id, collect, upvote, followBead }
  const posts = 'SELECT "id" FROM "post" WHERE "beadId" = :id'
  const statements = [
    `UPDATE "member" SET "createdPostCount" = "createdPostCount" -
       (SELECT COUNT(*) FROM "post" p WHERE p."beadId" = :id AND p."creatorUid" = "member"."uid")
     WHERE "uid" IN (SELECT "creatorUid" FROM "post" WHERE "beadId" = :id)`,
    `UPDATE "member" SET "collectedPostCount" = "collectedPostCount" -
       (SELECT COUNT(*) FROM "relation" r WHERE r."uid" = "member"."uid" AND r."type" = :collect AND r."entity" IN (${posts}))
     WHERE "uid" IN (SELECT "uid" FROM "relation" WHERE "type" = :collect AND "entity" IN (${posts}))`,
    `UPDATE "member" SET "collectedBeadCount" = "collectedBeadCount" - 1
     WHERE "uid" IN (SELECT "uid" FROM "relation" WHERE "type" = :followBead AND "entity" = :id)`,
    'UPDATE "member" SET "createdBeadCount" = "createdBeadCount" - 1 WHERE "uid" = (SELECT "creatorUid" FROM "bead" WHERE "id" = :id)',
    `DELETE FROM "relation" WHERE "type" IN (:collect, :upvote) AND "entity" IN (${posts})`,
    'DELETE FROM "relation" WHERE "type" = :followBead AND "entity" = :id',
    'DELETE FROM "day_bead" WHERE "beadId" = :id',
    'DELETE FROM "bead" WHERE "id" = :id',
  ]
  await forgetPosts(manager, posts, { id })
  for (const statement of statements) await sql(manager, statement, parameters)
}
