/** Commands that add, change, delete and like comments, each with its transaction. */
import { IsNull, type DataSource, type EntityManager } from 'typeorm'
import type { Viewer } from '#access/viewer.ts'
import { messages, shorten, type Comment } from '#contract/index.ts'
import { newId } from '#db/ids.ts'
import { sql } from '#db/sql.ts'
import { transaction } from '#db/transaction.ts'
import { StrandError } from '#http/errors.ts'
import { emit } from '#outbox/outbox.ts'
import type { Beads } from '../beads/service.ts'
import { refuseBlocked } from '../blocks/service.ts'
import { deleteCommentReferences, logAdminAction } from '../moderation/service.ts'
import { mentionsIn, textOf } from '../posts/service.ts'
import { relationTypes, setRelation } from '../relations/service.ts'
import { openPost } from '../social/service.ts'
import { CommentEntity } from './entities.ts'
import { readComment, toComments, type RawComment } from './records.ts'

export interface CommentTexts {
  /**
   * Sanitises a text and turns mentions into links. `mentions` are the uids of the mentioned members, without those who
   * block the author `by`.
   */
  compose(text: string, by: string): Promise<{ html: string; mentions: string[] }>
}

export interface CommentContext {
  db: DataSource
  beads: Beads
  texts: CommentTexts
  now: () => number
}

const instantOf = (now: () => number): string => new Date(now()).toISOString()

const deletedConflict = (): StrandError => new StrandError('conflict', messages.commentDeleted)

/**
 * A comment, the playlist of its post, and the post's creator. Throws `not_found`, and `forbidden` if the viewer may
 * not see the post.
 */
export async function openComment(
  { db, beads }: CommentContext,
  id: string,
  viewer: Viewer | null,
): Promise<{ comment: RawComment; beadId: string; postCreator: string }> {
  const comment = await readComment(db, id)
  if (!comment) throw new StrandError('not_found')
  const { beadId, creatorUid } = await openPost(db, beads, comment.postId, viewer)
  return { comment, beadId, postCreator: creatorUid }
}

/** Reads the comment again, for the answer to a write. Throws `not_found` if its post was deleted since. */
async function reread({ db }: CommentContext, id: string, viewer: Viewer | null): Promise<Comment> {
  const comment = await readComment(db, id)
  if (!comment) throw new StrandError('not_found')
  return (await toComments(db, [comment], viewer))[0]!
}

/** Throws `forbidden` if the viewer may not comment, or if the post's creator blocks the viewer. */
async function demandCommenter({ db }: CommentContext, viewer: Viewer, postCreator: string): Promise<void> {
  if (!viewer.privileges.canComment) throw new StrandError('forbidden', messages.cannotComment)
  await refuseBlocked(db, viewer.uid, [postCreator])
}

/** Throws `invalid` if the text is empty without markup. */
async function compose({ texts }: CommentContext, text: string, by: string): Promise<{ html: string; mentions: string[] }> {
  const { html, mentions } = await texts.compose(text, by)
  if (textOf(html) === '') throw new StrandError('invalid', messages.commentRequired, { text: messages.commentRequired })
  return { html, mentions }
}

/** Adjusts the post's `commentCount` and score, which exclude comments by its creator (decision 12). */
const adjustCommentCount = (manager: EntityManager, postId: string, delta: 1 | -1, by: string, postCreator: string): Promise<unknown> =>
  by === postCreator
    ? Promise.resolve()
    : sql(manager, 'UPDATE "post" SET "commentCount" = "commentCount" + :delta, "score" = "score" + :delta WHERE "id" = :postId', {
        postId,
        delta,
      })

export async function createComment(context: CommentContext, postId: string, text: string, viewer: Viewer): Promise<Comment> {
  const { db, beads, now } = context
  const { beadId, creatorUid } = await openPost(db, beads, postId, viewer)
  await demandCommenter(context, viewer, creatorUid)
  const { html, mentions } = await compose(context, text, viewer.uid)
  const id = newId('comment')
  await transaction(db, async (manager) => {
    // Deleting the post locks the same row, so a concurrent deletion is complete before the check, or waits.
    await beads.lock(manager, beadId)
    if ((await sql(manager, 'SELECT 1 AS "yes" FROM "post" WHERE "id" = :postId', { postId })).length === 0)
      throw new StrandError('not_found')
    await manager.insert(CommentEntity, { id, postId, creatorUid: viewer.uid, text: html, creationDate: instantOf(now) })
    await adjustCommentCount(manager, postId, 1, viewer.uid, creatorUid)
    await emit(manager, { kind: 'commentCreated', commentId: id, postId, by: viewer.uid, mentions })
  })
  return reread(context, id, viewer)
}

export async function editComment(context: CommentContext, id: string, text: string, viewer: Viewer): Promise<Comment> {
  const { comment, postCreator } = await openComment(context, id, viewer)
  if (comment.uid !== viewer.uid) throw new StrandError('forbidden')
  if (comment.deletedDate !== null) throw deletedConflict()
  await demandCommenter(context, viewer, postCreator)
  const { html, mentions } = await compose(context, text, viewer.uid)
  if (html === comment.text) return reread(context, id, viewer)
  const known = mentionsIn(comment.text)
  await transaction(context.db, async (manager) => {
    const { affected } = await manager.update(
      CommentEntity,
      { id, deletedDate: IsNull() },
      { text: html, editedDate: instantOf(context.now) },
    )
    if (affected !== 1) throw deletedConflict()
    // Only members who were not mentioned before are notified.
    const added = mentions.filter((uid) => !known.has(uid))
    await emit(manager, { kind: 'commentChanged', commentId: id, postId: comment.postId, by: viewer.uid, mentions: added })
  })
  return reread(context, id, viewer)
}

export async function removeComment(context: CommentContext, id: string, viewer: Viewer, reason: string | null = null): Promise<void> {
  const { db, beads, now } = context
  const { comment, beadId, postCreator } = await openComment(context, id, viewer)
  const own = comment.uid === viewer.uid
  if (!own && !viewer.isAdmin) throw new StrandError('forbidden')
  await transaction(db, async (manager) => {
    await beads.lock(manager, beadId)
    const { affected } = await manager.update(
      CommentEntity,
      { id, deletedDate: IsNull() },
      { text: '', likeCount: 0, editedDate: null, deletedDate: instantOf(now) },
    )
    // Deleted already: the command is idempotent.
    if (affected !== 1) return
    await adjustCommentCount(manager, comment.postId, -1, comment.uid, postCreator)
    await deleteCommentReferences(manager, 'SELECT "id" FROM "comment" WHERE "id" = :id', { id })
    await emit(manager, { kind: 'commentRemoved', commentId: id, postId: comment.postId, by: viewer.uid })
    if (own && !reason) return
    const detail = { postId: comment.postId, creator: comment.uid, text: shorten(textOf(comment.text), 500), ...(reason && { reason }) }
    await logAdminAction(manager, { by: viewer.uid, action: 'comment.delete', target: { kind: 'comment', id }, detail })
  })
}

export async function likeComment(
  context: CommentContext,
  id: string,
  enabled: boolean,
  viewer: Viewer,
): Promise<{ liked: boolean; count: number }> {
  const { db, beads, now } = context
  const { comment, beadId } = await openComment(context, id, viewer)
  if (comment.deletedDate !== null) throw deletedConflict()
  if (enabled) await refuseBlocked(db, viewer.uid, [comment.uid])
  return transaction(db, async (manager) => {
    // Deleting the comment or its post locks the same row, so a concurrent deletion is complete before the check, or
    // waits.
    await beads.lock(manager, beadId)
    const [row] = await sql<{ likeCount: number | null; deletedDate: string | null }>(
      manager,
      'SELECT "likeCount", "deletedDate" FROM "comment" WHERE "id" = :id',
      { id },
    )
    if (!row) throw new StrandError('not_found')
    if (row.deletedDate !== null) throw deletedConflict()
    const relation = { uid: viewer.uid, type: relationTypes.likeComment, entity: id }
    const { related, delta } = await setRelation(manager, relation, { related: enabled }, now())
    // The counter excludes likes by the comment's creator.
    const counted = viewer.uid === comment.uid ? 0 : delta
    if (counted !== 0) {
      await sql(manager, 'UPDATE "comment" SET "likeCount" = COALESCE("likeCount", 0) + :counted WHERE "id" = :id', { id, counted })
    }
    if (delta !== 0) await emit(manager, { kind: delta > 0 ? 'commentLiked' : 'commentUnliked', commentId: id, by: viewer.uid })
    return { liked: related, count: (row.likeCount ?? 0) + counted }
  })
}
