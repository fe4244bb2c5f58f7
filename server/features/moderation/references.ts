import type { EntityManager } from 'typeorm'
import { sql, type Parameters } from '../../db/sql.ts'
import { relationTypes } from '../relations/service.ts'

/**
 * What refers to comments by a text alone, and so outlives them: likes and flags.
 *
 * @param comments a SELECT of their ids.
 */
export async function deleteCommentReferences(manager: EntityManager, comments: string, parameters: Parameters): Promise<void> {
  await sql(manager, `DELETE FROM "relation" WHERE "type" = ${relationTypes.likeComment} AND "entity" IN (${comments})`, parameters)
  await sql(manager, `DELETE FROM "flag" WHERE "targetId" IN (${comments})`, parameters)
  await sql(manager, `DELETE FROM "review" WHERE "targetId" IN (${comments})`, parameters)
}

/**
 * Called while posts that are about to be deleted are still there: what refers to them and to their
 * comments by a text alone, collects and upvotes aside, which are counted where they are deleted.
 *
 * @param posts a SELECT of their ids, over `parameters`.
 */
export async function deletePostReferences(manager: EntityManager, posts: string, parameters: Parameters): Promise<void> {
  await deleteCommentReferences(manager, `SELECT "id" FROM "comment" WHERE "postId" IN (${posts})`, parameters)
  await sql(manager, `DELETE FROM "word" WHERE "kind" = 'post' AND "entity" IN (${posts})`, parameters)
  await sql(manager, `DELETE FROM "flag" WHERE "targetId" IN (${posts})`, parameters)
  await sql(manager, `DELETE FROM "review" WHERE "targetId" IN (${posts})`, parameters)
}
