import type { EntityManager } from 'typeorm'
import type { Viewer } from '#access/viewer.ts'
import { messages } from '#contract/index.ts'
import { bool, sql, type RawBoolean } from '#db/sql.ts'
import { afterCommit, transaction } from '#db/transaction.ts'
import { StrandError } from '#http/errors.ts'
import { emit } from '#outbox/outbox.ts'
import { removeBeadHealth } from '../../health/service.ts'
import { deletePostReferences } from '../../moderation/service.ts'
import { relationTypes } from '../../relations/service.ts'
import { mayDelete, mayEdit } from '../access.ts'
import { logAsAdmin, type BeadContext } from '../context.ts'
import { lockBead } from '../counters.ts'
import { countForMembers } from '../memberCounts.ts'

/** Posts of a playlist that have an uploaded picture. */
async function postsWithPictures(manager: EntityManager, id: string): Promise<string[]> {
  const rows = await sql<{ id: string }>(manager, `SELECT "id" FROM "post" WHERE "beadId" = :id AND "media" LIKE '%/posts/p%.jpg?v=%'`, {
    id,
  })
  return rows.map((row) => row.id)
}

/** Keys of the tags of a playlist's posts. */
async function tagsIn(manager: EntityManager, id: string): Promise<string[]> {
  const rows = await sql<{ tagKey: string }>(manager, 'SELECT DISTINCT "tagKey" FROM "post_tag" WHERE "beadId" = :id', { id })
  return rows.map(({ tagKey }) => tagKey)
}

/**
 * Ids of the reposts in a playlist. The event `postRemoved` of each withdraws the notification to the original's
 * creator.
 */
async function repostsIn(manager: EntityManager, id: string): Promise<string[]> {
  const rows = await sql<{ id: string }>(manager, 'SELECT "id" FROM "post" WHERE "beadId" = :id AND "originalPostId" IS NOT NULL', { id })
  return rows.map((row) => row.id)
}

/**
 * Deletes a playlist whose row is locked. Foreign keys cascade to comments, plays and invitees. Relations have no foreign key to it, and
 * counters are stored, so both are updated here. Posts are deleted before the numbers of dead posts, as the checker locks a post first.
 */
async function deleteRows(manager: EntityManager, id: string): Promise<void> {
  const { collect, upvote, followBead } = relationTypes
  const [bead] = await sql<{ isDraft: RawBoolean }>(manager, 'SELECT "isDraft" FROM "bead" WHERE "id" = :id', { id })
  const parameters = { id, collect, upvote, followBead }
  const posts = 'SELECT "id" FROM "post" WHERE "beadId" = :id'
  const statements = [
    `DELETE FROM "relation" WHERE "type" IN (:collect, :upvote) AND "entity" IN (${posts})`,
    'DELETE FROM "relation" WHERE "type" = :followBead AND "entity" = :id',
    'DELETE FROM "day_bead" WHERE "beadId" = :id',
    'DELETE FROM "post" WHERE "beadId" = :id',
  ]
  if (bead && !bool(bead.isDraft)) await countForMembers(manager, id, -1)
  await deletePostReferences(manager, posts, { id })
  for (const statement of statements) await sql(manager, statement, parameters)
  await removeBeadHealth(manager, id)
  await sql(manager, 'DELETE FROM "bead" WHERE "id" = :id', { id })
}

export async function removeBead(
  { db, images, open, listingChanged }: BeadContext,
  id: string,
  viewer: Viewer,
  reason: string | null = null,
): Promise<void> {
  const { bead } = await open(id, viewer)
  if (!mayDelete(bead, viewer)) throw new StrandError('forbidden', mayEdit(bead, viewer) ? messages.beadNotEmpty : undefined)
  const withPictures = await transaction(db, async (manager) => {
    // A post may have been added since the check above; under the lock the count is final.
    const postCount = await lockBead(manager, id)
    if (!mayDelete({ ...bead, postCount }, viewer)) throw new StrandError('forbidden', messages.beadNotEmpty)
    const posts = await postsWithPictures(manager, id)
    const reposts = await repostsIn(manager, id)
    const tags = await tagsIn(manager, id)
    await logAsAdmin(manager, 'bead.delete', bead, viewer, {
      posts: postCount,
      creatorUid: bead.creatorUid,
      ...(reason && { reason }),
    })
    await deleteRows(manager, id)
    for (const postId of reposts) await emit(manager, { kind: 'postRemoved', postId, beadId: id, by: viewer.uid })
    await emit(manager, { kind: 'beadRemoved', beadId: id, by: viewer.uid, ...(tags.length > 0 && { tags }) })
    afterCommit(() => listingChanged(bead, null))
    return posts
  })
  await Promise.all([images.remove('bead', [id]), images.remove('post', withPictures)])
}
