/**
 * Maintains the table `collected`: a copy of the relations "member collects post" with columns of the post, so that one
 * index serves all filters of a collection. Call these functions in the transaction that changes the relation or post.
 */
import type { EntityManager } from 'typeorm'
import { sql } from '#db/sql.ts'
import { fingerprintsOf } from './tagFingerprints.ts'

/** The value of the column `tagMarks`. */
const readFingerprints = async (manager: EntityManager, postId: string): Promise<string> => {
  const rows = await sql<{ tagKey: string }>(manager, 'SELECT "tagKey" FROM "post_tag" WHERE "postId" = :postId ORDER BY "tagKey"', {
    postId,
  })
  return fingerprintsOf(rows.map(({ tagKey }) => tagKey))
}

/** Called when a member collects a post. Idempotent. */
export async function addCollected(manager: EntityManager, uid: string, postId: string, collectedDate: string): Promise<void> {
  await sql(
    manager,
    `INSERT INTO "collected" ("uid", "postId", "collectedDate", "beadId", "creatorUid", "category", "isDraft", "playable", "shuffleKey", "tagMarks")
     SELECT :uid, p."id", :collectedDate, p."beadId", p."creatorUid", p."category", p."isDraft", p."playable", p."shuffleKey", :tagMarks
     FROM "post" p WHERE p."id" = :postId ON CONFLICT DO NOTHING`,
    { uid, postId, collectedDate, tagMarks: await readFingerprints(manager, postId) },
  )
}

export async function removeCollected(manager: EntityManager, uid: string, postId: string): Promise<void> {
  await sql(manager, 'DELETE FROM "collected" WHERE "uid" = :uid AND "postId" = :postId', { uid, postId })
}

/** Called after the tags or the medium of a post change. */
export async function refreshCollected(manager: EntityManager, postId: string): Promise<void> {
  await sql(
    manager,
    `UPDATE "collected" SET "tagMarks" = :tagMarks, "playable" = (SELECT p."playable" FROM "post" p WHERE p."id" = :postId) WHERE "postId" = :postId`,
    { postId, tagMarks: await readFingerprints(manager, postId) },
  )
}
