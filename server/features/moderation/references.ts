import type { EntityManager } from 'typeorm'
import { sql, type Parameters } from '#db/sql.ts'
import { relationTypes } from '../relations/service.ts'

/**
 * Deletes likes and flags of comments, which have no foreign key.
 *
 * @param comments a SELECT of their ids.
 */
export async function deleteCommentReferences(manager: EntityManager, comments: string, parameters: Parameters): Promise<void> {
  await sql(manager, `DELETE FROM "relation" WHERE "type" = ${relationTypes.likeComment} AND "entity" IN (${comments})`, parameters)
  await sql(manager, `DELETE FROM "flag" WHERE "targetId" IN (${comments})`, parameters)
  await sql(manager, `DELETE FROM "review" WHERE "targetId" IN (${comments})`, parameters)
}

/**
 * Deletes rows that refer to posts and their comments without a foreign key, before the posts are deleted. Callers delete collects and
 * upvotes themselves, because counters depend on them.
 *
 * @param posts a SELECT of their ids, over `parameters`.
 */
export async function deletePostReferences(manager: EntityManager, posts: string, parameters: Parameters): Promise<void> {
  await deleteCommentReferences(manager, `SELECT "id" FROM "comment" WHERE "postId" IN (${posts})`, parameters)
  await sql(manager, `DELETE FROM "word" WHERE "kind" = 'post' AND "entity" IN (${posts})`, parameters)
  await sql(manager, `DELETE FROM "flag" WHERE "targetId" IN (${posts})`, parameters)
  await sql(manager, `DELETE FROM "review" WHERE "targetId" IN (${posts})`, parameters)
}
