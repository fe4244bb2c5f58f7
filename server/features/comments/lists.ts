/** Reads a page of a post's comments, and the latest comments of many posts. */
import type { DataSource } from 'typeorm'
import type { Viewer } from '#access/viewer.ts'
import type { Comment, Page } from '#contract/index.ts'
import { inHiddenList, sql } from '#db/sql.ts'
import { exceptMuted } from '../blocks/service.ts'
import type { Paging } from '../social/service.ts'
import { commentColumns, toComments, type RawComment } from './records.ts'

/** Oldest first, with tombstones of deleted comments, without comments of members whom the viewer hides. */
export async function listComments(db: DataSource, postId: string, { from, limit }: Paging, viewer: Viewer | null): Promise<Page<Comment>> {
  const where = ['x."postId" = :postId', exceptMuted(viewer, 'x."creatorUid"')].filter(Boolean).join(' AND ')
  const parameters = { postId, viewer: viewer?.uid }
  const rows = await sql<RawComment>(
    db,
    `SELECT ${commentColumns} FROM (SELECT x."id" FROM "comment" x WHERE ${where} ORDER BY x."id" LIMIT :limit OFFSET :from) k
     JOIN "comment" c ON c."id" = k."id" JOIN "member" m ON m."uid" = c."creatorUid" ORDER BY c."id"`,
    { ...parameters, limit: limit + 1, from },
  )
  // Not the post's `commentCount`, which excludes deleted comments and those of the post's creator (decision 12).
  const [count] = await sql<{ total: number | string }>(db, `SELECT COUNT(*) AS "total" FROM "comment" x WHERE ${where}`, parameters)
  return {
    results: await toComments(db, rows.slice(0, limit), viewer),
    next: rows.length > limit ? from + limit : null,
    counts: { total: Number(count!.total) },
  }
}

/** The latest comments of each post, at most `limit`, oldest first, in one query. */
export async function latestComments(
  db: DataSource,
  postIds: readonly string[],
  limit: number,
  viewer: Viewer | null,
): Promise<Map<string, Comment[]>> {
  const latest = new Map<string, Comment[]>()
  if (postIds.length === 0 || limit === 0) return latest
  const seen = ['x."deletedDate" IS NULL', exceptMuted(viewer, 'x."creatorUid"')].filter(Boolean).join(' AND ')
  // The subquery finds the oldest comment to return per post, so that the index is read only from there on.
  const rows = await sql<RawComment>(
    db,
    `SELECT ${commentColumns} FROM "post" p JOIN "comment" c ON c."postId" = p."id" AND c."id" >= COALESCE(
       (SELECT x."id" FROM "comment" x WHERE x."postId" = p."id" AND ${seen} ORDER BY x."id" DESC LIMIT 1 OFFSET :skip), '')
     JOIN "member" m ON m."uid" = c."creatorUid"
     WHERE p."id" ${inHiddenList(db, 'postIds')} AND ${seen.replaceAll('x.', 'c.')} ORDER BY c."postId", c."id"`,
    { postIds, skip: limit - 1, viewer: viewer?.uid },
  )
  for (const comment of await toComments(db, rows, viewer)) latest.set(comment.postId, [...(latest.get(comment.postId) ?? []), comment])
  return latest
}
