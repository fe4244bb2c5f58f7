/** Comments on posts. */
import type { DataSource } from 'typeorm'
import type { CallOutput, Comment, Page } from '../../contract/index.ts'
import { sql } from '../../db/sql.ts'
import { toRef, type RawMember, type Viewer } from '../beads/service.ts'
import type { Posts } from '../posts/service.ts'

export interface Comments {
  /** Oldest first. Throws as reading the post does. */
  list(postId: string, query: CallOutput<'GET /api/v0/comments/:id'>['query'], viewer: Viewer | null): Promise<Page<Comment>>
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
  }
}
