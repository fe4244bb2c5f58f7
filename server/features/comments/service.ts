/** The service of comments on posts, which other features use. The commands are in `commands.ts`. */
import type { DataSource } from 'typeorm'
import type { Viewer } from '#access/viewer.ts'
import type { CallOutput, Comment, MemberRef, Page } from '#contract/index.ts'
import type { Beads } from '../beads/service.ts'
import { relationTypes } from '../relations/service.ts'
import { openPost, relatedMembers, type Paging } from '../social/service.ts'
import { createComment, editComment, likeComment, openComment, removeComment, type CommentContext, type CommentTexts } from './commands.ts'
import { latestComments, listComments } from './lists.ts'
import { readComments, toComments } from './records.ts'

export interface Comments {
  /** Oldest first. Throws `not_found`, and `forbidden` for a post in a draft of others. */
  list(postId: string, query: CallOutput<'GET /api/v0/comments/:id'>['query'], viewer: Viewer | null): Promise<Page<Comment>>
  /** The latest comments of each post, at most `limit`, oldest first. The caller checks that the viewer may see the posts. */
  latest(postIds: readonly string[], limit: number, viewer: Viewer | null): Promise<Map<string, Comment[]>>
  /** Throws as `list`. */
  get(id: string, viewer: Viewer | null): Promise<Comment>
  /** The comments that exist. The caller checks that the viewer may see them. */
  byIds(ids: readonly string[], viewer: Viewer | null): Promise<Map<string, Comment>>
  create(postId: string, text: string, viewer: Viewer): Promise<Comment>
  /** Throws `conflict` if the comment is deleted. */
  edit(id: string, text: string, viewer: Viewer): Promise<Comment>
  /**
   * Deletes the text and leaves a tombstone. Idempotent. Throws `forbidden` unless the viewer is its creator or an
   * admin.
   */
  /** @param reason an admin's, for the log. */
  remove(id: string, viewer: Viewer, reason?: string | null): Promise<void>
  /** Idempotent. Throws `conflict` if the comment is deleted. */
  like(id: string, enabled: boolean, viewer: Viewer): Promise<{ liked: boolean; count: number }>
  /** Members who like the comment, without its creator. Throws as `list`. */
  likers(id: string, paging: Paging, viewer: Viewer | null): Promise<Page<{ creator: MemberRef }>>
}

export interface CommentDeps {
  db: DataSource
  beads: Beads
  texts: CommentTexts
  now?: () => number
}

export function createComments({ db, beads, texts, now = Date.now }: CommentDeps): Comments {
  const context: CommentContext = { db, beads, texts, now }

  return {
    async list(postId, query, viewer) {
      await openPost(db, beads, postId, viewer)
      return listComments(db, postId, query, viewer)
    },

    latest: (postIds, limit, viewer) => latestComments(db, postIds, limit, viewer),

    async get(id, viewer) {
      return (await toComments(db, [(await openComment(context, id, viewer)).comment], viewer))[0]!
    },

    async byIds(ids, viewer) {
      return new Map((await toComments(db, await readComments(db, ids), viewer)).map((comment) => [comment.id, comment]))
    },

    create: (postId, text, viewer) => createComment(context, postId, text, viewer),
    edit: (id, text, viewer) => editComment(context, id, text, viewer),
    remove: (id, viewer, reason) => removeComment(context, id, viewer, reason),
    like: (id, enabled, viewer) => likeComment(context, id, enabled, viewer),

    async likers(id, paging, viewer) {
      const { comment } = await openComment(context, id, viewer)
      const members = await relatedMembers(db, relationTypes.likeComment, id, paging, viewer, comment.likeCount ?? 0, comment.uid)
      return { ...members, results: members.results.map((creator) => ({ creator })) }
    },
  }
}
