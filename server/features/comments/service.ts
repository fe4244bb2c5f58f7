/** Comments on posts. */
import type { DataSource } from 'typeorm'
import type { CallOutput, Comment, Page } from '../../contract/index.ts'
import { sql } from '../../db/sql.ts'
import { toRef, type RawMember, type Viewer } from '../beads/service.ts'
import type { Posts } from '../posts/service.ts'
import { exceptMuted } from '../social/service.ts'

export interface Comments {
  /** Oldest first. Throws as reading the post does. */
  list(postId: string, query: CallOutput<'GET /api/v0/comments/:id'>['query'], viewer: Viewer | null): Promise<Page<Comment>>
  /** The latest comments of each of these posts, at most `limit`, oldest first. Whether the viewer may see the posts is the caller's to know. */
  latest(postIds: readonly string[], limit: number, viewer: Viewer | null): Promise<Map<string, Comment[]>>
}

interface RawComment extends RawMember {
  id: string
  text: string
  creationDate: string
}

const toComment = (postId: string, { id, text, creationDate, ...creator }: RawComment): Comment => ({
  _id: id, id, postId, text, creationDate, creator: toRef(creator),
})

export function createComments({ db, posts }: { db: DataSource; posts: Posts }): Comments {
  return {
    async list(postId, { from, limit }, viewer) {
      await posts.get(postId, viewer)
      const rows = await sql<RawComment>(
        db,
        `SELECT c."id", c."text", c."creationDate", m."uid", m."name", m."verified", m."image" FROM "comment" c
         JOIN "member" m ON m."uid" = c."creatorUid" WHERE c."postId" = :postId ORDER BY c."id" LIMIT :limit OFFSET :from`,
        { postId, limit: limit + 1, from },
      )
      // Counted, not read from the post: its counter leaves out its creator's own comments (decision 12).
      const [count] = await sql<{ total: number | string }>(db, 'SELECT COUNT(*) AS "total" FROM "comment" WHERE "postId" = :postId', { postId })
      return {
        results: rows.slice(0, limit).map((row) => toComment(postId, row)),
        next: rows.length > limit ? from + limit : null,
        counts: { total: Number(count!.total) },
      }
    },

    async latest(postIds, limit, viewer) {
      const latest = new Map<string, Comment[]>()
      if (postIds.length === 0 || limit === 0) return latest
      const seen = ['x."deletedDate" IS NULL', exceptMuted(viewer, 'x."creatorUid"')].filter(Boolean).join(' AND ')
      // Of each post the index is walked to the last comment that is wanted, and from there forward.
      const rows = await sql<RawComment & { postId: string }>(
        db,
        `SELECT c."postId", c."id", c."text", c."creationDate", m."uid", m."name", m."verified", m."image"
         FROM "post" p JOIN "comment" c ON c."postId" = p."id" AND c."id" >= COALESCE(
           (SELECT x."id" FROM "comment" x WHERE x."postId" = p."id" AND ${seen} ORDER BY x."id" DESC LIMIT 1 OFFSET :skip), '')
         JOIN "member" m ON m."uid" = c."creatorUid"
         WHERE p."id" IN (:...postIds) AND ${seen.replaceAll('x.', 'c.')} ORDER BY c."postId", c."id"`,
        { postIds, skip: limit - 1, viewer: viewer?.uid },
      )
      for (const { postId, ...row } of rows) latest.set(postId, [...(latest.get(postId) ?? []), toComment(postId, row)])
      return latest
    },
  }
}
