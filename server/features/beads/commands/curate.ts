/** Commands that set the featured curator and the featured post, and change the curated order of a playlist's posts. */
import type { Viewer } from '#access/viewer.ts'
import { messages, type Bead, type CallOutput, type PlaylistSort } from '#contract/index.ts'
import { sql } from '#db/sql.ts'
import { afterCommit, transaction } from '#db/transaction.ts'
import { StrandError } from '#http/errors.ts'
import { emit } from '#outbox/outbox.ts'
import { demandUid } from '../../accounts/service.ts'
import { refuseBlocked } from '../../blocks/service.ts'
import { logAdminAction } from '../../moderation/service.ts'
import { mayMove } from '../access.ts'
import type { BeadContext } from '../context.ts'
import { lockBead } from '../counters.ts'
import { move } from '../curated.ts'
import { BeadEntity } from '../entities.ts'

export type MoveInput = CallOutput<'POST /api/v0/beads/:id/posts/:post/move'>['body']

/** @param uid null removes the featured curator. */
export async function featureCurator(context: BeadContext, id: string, uid: string | null, viewer: Viewer): Promise<Bead> {
  const { db, curators, open, reread } = context
  if (!viewer.isAdmin) throw new StrandError('forbidden')
  const { bead } = await open(id, viewer)
  const featuredCuratorUid = uid === null ? null : await demandUid(db, uid)
  await transaction(db, async (manager) => {
    await manager.update(BeadEntity, { id }, { featuredCuratorUid })
    const detail = { from: bead.featuredCuratorUid, to: featuredCuratorUid }
    await logAdminAction(manager, { by: viewer.uid, action: 'bead.curator', target: { kind: 'bead', id }, detail })
    await emit(manager, { kind: 'beadChanged', beadId: id, by: viewer.uid })
    afterCommit(() => curators.changed(id))
  })
  return reread(id, viewer)
}

/** @param postId null ends it. Deleting the post ends it, too. */
export async function featurePost(
  { db, open, reread }: BeadContext,
  id: string,
  { postId, reason }: { postId: string | null; reason?: string | undefined },
  viewer: Viewer,
): Promise<Bead> {
  if (!viewer.isAdmin) throw new StrandError('forbidden')
  const { bead } = await open(id, viewer)
  await transaction(db, async (manager) => {
    // Deleting the post locks the playlist, too, so that no deleted post is featured.
    await lockBead(manager, id)
    const [before] = await sql<{ featuredPostId: string | null }>(manager, 'SELECT "featuredPostId" FROM "bead" WHERE "id" = :id', { id })
    const [post] =
      postId === null
        ? []
        : await sql<{ title: string }>(manager, 'SELECT "title" FROM "post" WHERE "id" = :postId AND "beadId" = :id', { postId, id })
    if (postId !== null && post === undefined) throw new StrandError('not_found', messages.notInBead)
    if (before!.featuredPostId === postId) return
    await manager.update(BeadEntity, { id }, { featuredPostId: postId })
    const detail = {
      title: bead.title,
      from: before!.featuredPostId,
      to: postId,
      ...(post && { post: post.title }),
      ...(reason && { reason }),
    }
    await logAdminAction(manager, { by: viewer.uid, action: 'bead.feature', target: { kind: 'bead', id }, detail })
    await emit(manager, { kind: 'beadChanged', beadId: id, by: viewer.uid })
  })
  return reread(id, viewer)
}

export async function movePost(
  { db, open }: BeadContext,
  id: string,
  post: string,
  { before, after }: MoveInput,
  viewer: Viewer,
): Promise<PlaylistSort> {
  const { bead, invited } = await open(id, viewer)
  if (!viewer.privileges.canPost) throw new StrandError('forbidden', messages.cannotPost)
  if (!mayMove(bead, viewer, invited)) throw new StrandError('forbidden')
  await refuseBlocked(db, viewer.uid, [bead.creatorUid])
  return transaction(db, async (manager) => {
    await lockBead(manager, id)
    const [side, reference] = before === undefined ? (['after', after!] as const) : (['before', before] as const)
    // In a request `before: null` means the end of the list and `after: null` its beginning. `move` expects the
    // opposite side: 'after' null moves to the end, 'before' null to the beginning.
    const opposite = side === 'after' ? 'before' : 'after'
    const moved = reference === null ? await move(manager, id, post, opposite, null) : await move(manager, id, post, side, reference)
    if (!moved) throw new StrandError('not_found')
    // The first move makes the curated order the default, unless another default was set.
    await sql(manager, `UPDATE "bead" SET "sort" = 'curated' WHERE "id" = :id AND "sort" IS NULL`, { id })
    await emit(manager, { kind: 'beadChanged', beadId: id, by: viewer.uid })
    const [row] = await sql<{ sort: PlaylistSort }>(manager, 'SELECT "sort" FROM "bead" WHERE "id" = :id', { id })
    return row!.sort
  })
}
