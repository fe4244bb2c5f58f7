import type { Viewer } from '#access/viewer.ts'
import { playabilityOf } from '#contract/index.ts'
import { sql } from '#db/sql.ts'
import { transaction } from '#db/transaction.ts'
import { StrandError } from '#http/errors.ts'
import { emit } from '#outbox/outbox.ts'
import { countPlayability } from '../../health/service.ts'
import { deletePostReferences, logAdminAction } from '../../moderation/service.ts'
import { relationTypes } from '../../relations/service.ts'
import { PostEntity } from '../entities.ts'
import { mayEditPost, type RawPost } from '../records.ts'
import { tagKeysOf } from '../tags.ts'
import { lockMedium, readCopiedColumns, type PostContext } from './context.ts'

export async function removePost(
  { db, beads, images }: PostContext,
  post: RawPost,
  viewer: Viewer,
  reason: string | null = null,
): Promise<void> {
  if (!mayEditPost(post, viewer)) throw new StrandError('forbidden')
  const { id, beadId, creatorUid } = post
  await transaction(db, async (manager) => {
    // `count` locks the playlist's row: a concurrent second deletion waits and then finds nothing.
    await beads.count(manager, beadId, -1)
    const media = await lockMedium(manager, id)
    if (media === undefined) throw new StrandError('not_found')
    const { collect, upvote } = relationTypes
    const parameters = { id, collect, upvote, uid: creatorUid }
    if (!(await readCopiedColumns(manager, beadId)).isDraft) {
      await sql(
        manager,
        `UPDATE "member" SET "collectedPostCount" = "collectedPostCount" - 1
         WHERE "uid" IN (SELECT "uid" FROM "relation" WHERE "type" = :collect AND "entity" = :id)`,
        parameters,
      )
      await sql(manager, 'UPDATE "member" SET "createdPostCount" = "createdPostCount" - 1 WHERE "uid" = :uid', parameters)
    }
    await sql(manager, 'DELETE FROM "relation" WHERE "type" IN (:collect, :upvote) AND "entity" = :id', parameters)
    const tags = await tagKeysOf(manager, id)
    await deletePostReferences(manager, 'SELECT "id" FROM "post" WHERE "id" = :id', { id })
    await manager.delete(PostEntity, { id })
    await sql(manager, 'UPDATE "bead" SET "featuredPostId" = NULL WHERE "id" = :beadId AND "featuredPostId" = :id', { id, beadId })
    if (viewer.uid !== creatorUid || reason) {
      const detail = { title: post.title, beadId, creatorUid, ...(reason && { reason }) }
      await logAdminAction(manager, { by: viewer.uid, action: 'post.delete', target: { kind: 'post', id }, detail })
    }
    await emit(manager, { kind: 'postRemoved', postId: id, beadId, by: viewer.uid, ...(tags.length > 0 && { tags }) })
    await countPlayability(manager, [{ beadId, before: playabilityOf(media), after: null }])
  })
  await images.remove('post', [id])
}
