/** Comments on posts: their rules, their permissions, and the transactions that change them. */
import { IsNull, type DataSource, type EntityManager } from 'typeorm'
import type { Viewer } from '../../access/viewer.ts'
import { messages, shorten, type CallOutput, type Comment, type MemberRef, type Page } from '../../contract/index.ts'
import { newId } from '../../db/ids.ts'
import { sql } from '../../db/sql.ts'
import { transaction } from '../../db/transaction.ts'
import { StrandError } from '../../http/errors.ts'
import { emit } from '../../outbox/outbox.ts'
import type { Beads } from '../beads/service.ts'
import { refuseBlocked } from '../blocks/service.ts'
import { relationTypes, setRelation } from '../relations/service.ts'
import { deleteCommentReferences, logAdminAction } from '../moderation/service.ts'
import { mentionsIn, textOf } from '../posts/service.ts'
import { openPost, relatedMembers, type Paging } from '../social/service.ts'
import { CommentEntity } from './entities.ts'
import { latestComments, listComments } from './lists.ts'
import { readComment, readComments, toComments, type RawComment } from './records.ts'

export interface Comments {
  /** Oldest first. Throws `not_found`, and `forbidden` for a post in a draft of others. */
  list(postId: string, query: CallOutput<'GET /api/v0/comments/:id'>['query'], viewer: Viewer | null): Promise<Page<Comment>>
  /** The latest comments of each of these posts, at most `limit`, oldest first. Whether the viewer may see the posts is the caller's to know. */
  latest(postIds: readonly string[], limit: number, viewer: Viewer | null): Promise<Map<string, Comment[]>>
  /** Throws as `list`. */
  get(id: string, viewer: Viewer | null): Promise<Comment>
  /** Those of the comments that are there. Whether the viewer may see them is the caller's to know. */
  byIds(ids: readonly string[], viewer: Viewer | null): Promise<Map<string, Comment>>
  create(postId: string, text: string, viewer: Viewer): Promise<Comment>
  /** Throws `conflict` where it was deleted. */
  edit(id: string, text: string, viewer: Viewer): Promise<Comment>
  /** Idempotent. */
  remove(id: string, viewer: Viewer): Promise<void>
  /** Idempotent. Throws `conflict` where it was deleted. */
  like(id: string, wanted: boolean, viewer: Viewer): Promise<{ liked: boolean; count: number }>
  likers(id: string, paging: Paging, viewer: Viewer | null): Promise<Page<{ creator: MemberRef }>>
}

export interface CommentDeps {
  db: DataSource
  beads: Beads
  /** Makes of a text what is kept of it; whom it mentions are members who let its author do so. */
  texts: { compose(text: string, by: string): Promise<{ html: string; mentions: string[] }> }
  now?: () => number
}

const deletedConflict = (): StrandError => new StrandError('conflict', messages.commentDeleted)

export function createComments({ db, beads, texts, now = Date.now }: CommentDeps): Comments {
  const instant = (): string => new Date(now()).toISOString()

  /** A comment and where it is. Throws `not_found`, `forbidden`. */
  async function open(id: string, viewer: Viewer | null): Promise<{ comment: RawComment; beadId: string; postCreator: string }> {
    const comment = await readComment(db, id)
    if (!comment) throw new StrandError('not_found')
    const { beadId, creatorUid } = await openPost(db, beads, comment.postId, viewer)
    return { comment, beadId, postCreator: creatorUid }
  }

  /** Throws `not_found`, for others may delete what has just been written. */
  async function reread(id: string, viewer: Viewer | null): Promise<Comment> {
    const comment = await readComment(db, id)
    if (!comment) throw new StrandError('not_found')
    return (await toComments(db, [comment], viewer))[0]!
  }

  /** Who comments talks to whoever posted. */
  async function demandCommenter(viewer: Viewer, postCreator: string): Promise<void> {
    if (!viewer.privileges.canComment) throw new StrandError('forbidden', messages.cannotComment)
    await refuseBlocked(db, viewer.uid, [postCreator])
  }

  async function compose(text: string, by: string): Promise<{ html: string; mentions: string[] }> {
    const { html, mentions } = await texts.compose(text, by)
    if (textOf(html) === '') throw new StrandError('invalid', messages.commentRequired, { text: messages.commentRequired })
    return { html, mentions }
  }

  /** The counter leaves out what the post's own creator says (decision 12). */
  const count = (manager: EntityManager, postId: string, more: 1 | -1, by: string, postCreator: string): Promise<unknown> =>
    by === postCreator
      ? Promise.resolve()
      : sql(manager, 'UPDATE "post" SET "commentCount" = "commentCount" + :more, "score" = "score" + :more WHERE "id" = :postId', { postId, more })

  return {
    async list(postId, query, viewer) {
      await openPost(db, beads, postId, viewer)
      return listComments(db, postId, query, viewer)
    },

    latest: (postIds, limit, viewer) => latestComments(db, postIds, limit, viewer),

    async get(id, viewer) {
      return (await toComments(db, [(await open(id, viewer)).comment], viewer))[0]!
    },

    async byIds(ids, viewer) {
      return new Map((await toComments(db, await readComments(db, ids), viewer)).map((comment) => [comment.id, comment]))
    },

    async create(postId, text, viewer) {
      const { beadId, creatorUid } = await openPost(db, beads, postId, viewer)
      await demandCommenter(viewer, creatorUid)
      const { html, mentions } = await compose(text, viewer.uid)
      const id = newId('comment')
      await transaction(db, async (manager) => {
        // The playlist first, like whoever deletes the post: of the two one waits.
        await beads.lock(manager, beadId)
        if ((await sql(manager, 'SELECT 1 AS "yes" FROM "post" WHERE "id" = :postId', { postId })).length === 0) throw new StrandError('not_found')
        await manager.insert(CommentEntity, { id, postId, creatorUid: viewer.uid, text: html, creationDate: instant() })
        await count(manager, postId, 1, viewer.uid, creatorUid)
        await emit(manager, { kind: 'commentCreated', commentId: id, postId, by: viewer.uid, mentions })
      })
      return reread(id, viewer)
    },

    async edit(id, text, viewer) {
      const { comment, postCreator } = await open(id, viewer)
      if (comment.uid !== viewer.uid) throw new StrandError('forbidden')
      if (comment.deletedDate !== null) throw deletedConflict()
      await demandCommenter(viewer, postCreator)
      const { html, mentions } = await compose(text, viewer.uid)
      if (html === comment.text) return reread(id, viewer)
      const known = mentionsIn(comment.text)
      await transaction(db, async (manager) => {
        const { affected } = await manager.update(CommentEntity, { id, deletedDate: IsNull() }, { text: html, editedDate: instant() })
        if (affected !== 1) throw deletedConflict()
        const fresh = mentions.filter((uid) => !known.has(uid))
        await emit(manager, { kind: 'commentChanged', commentId: id, postId: comment.postId, by: viewer.uid, mentions: fresh })
      })
      return reread(id, viewer)
    },

    async remove(id, viewer) {
      const { comment, beadId, postCreator } = await open(id, viewer)
      const own = comment.uid === viewer.uid
      if (!own && !viewer.isAdmin) throw new StrandError('forbidden')
      await transaction(db, async (manager) => {
        await beads.lock(manager, beadId)
        const { affected } = await manager.update(
          CommentEntity, { id, deletedDate: IsNull() }, { text: '', likeCount: 0, editedDate: null, deletedDate: instant() },
        )
        if (affected !== 1) return
        await count(manager, comment.postId, -1, comment.uid, postCreator)
        await deleteCommentReferences(manager, 'SELECT "id" FROM "comment" WHERE "id" = :id', { id })
        await emit(manager, { kind: 'commentRemoved', commentId: id, postId: comment.postId, by: viewer.uid })
        if (own) return
        const detail = { postId: comment.postId, creator: comment.uid, text: shorten(textOf(comment.text), 500) }
        await logAdminAction(manager, { by: viewer.uid, action: 'comment.delete', target: { kind: 'comment', id }, detail })
      })
    },

    async like(id, wanted, viewer) {
      const { comment, beadId } = await open(id, viewer)
      if (comment.deletedDate !== null) throw deletedConflict()
      if (wanted) await refuseBlocked(db, viewer.uid, [comment.uid])
      return transaction(db, async (manager) => {
        // Whoever deletes the comment or its post locks the playlist too, and so comes before or after.
        await beads.lock(manager, beadId)
        const [row] = await sql<{ likeCount: number | null; deletedDate: string | null }>(
          manager, 'SELECT "likeCount", "deletedDate" FROM "comment" WHERE "id" = :id', { id },
        )
        if (!row) throw new StrandError('not_found')
        if (row.deletedDate !== null) throw deletedConflict()
        const { related, delta } = await setRelation(manager, { uid: viewer.uid, type: relationTypes.likeComment, entity: id }, { related: wanted }, now())
        const counts = viewer.uid === comment.uid ? 0 : delta
        if (counts !== 0) await sql(manager, 'UPDATE "comment" SET "likeCount" = COALESCE("likeCount", 0) + :counts WHERE "id" = :id', { id, counts })
        if (delta !== 0) await emit(manager, { kind: delta > 0 ? 'commentLiked' : 'commentUnliked', commentId: id, by: viewer.uid })
        return { liked: related, count: (row.likeCount ?? 0) + counts }
      })
    },

    async likers(id, paging, viewer) {
      const { comment } = await open(id, viewer)
      const members = await relatedMembers(db, relationTypes.likeComment, id, paging, viewer, comment.likeCount ?? 0, comment.uid)
      return { ...members, results: members.results.map((creator) => ({ creator })) }
    },
  }
}
