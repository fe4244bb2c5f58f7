/** Reads comment rows and converts them to objects of the API. */
import type { DataSource, EntityManager } from 'typeorm'
import { actingViewer, type Viewer } from '#access/viewer.ts'
import { messages, type Comment, type MemberRef } from '#contract/index.ts'
import { sql } from '#db/sql.ts'
import { toMemberRef, type RawMember } from '../accounts/service.ts'
import { exceptBlocked } from '../blocks/service.ts'
import { relationTypes } from '../relations/service.ts'

export interface RawComment extends RawMember {
  id: string
  postId: string
  text: string
  creationDate: string
  editedDate: string | null
  deletedDate: string | null
  likeCount: number | null
}

/** SQL columns of comments `c` and of their creators `m`. */
export const commentColumns = `c."id", c."postId", c."text", c."creationDate", c."editedDate", c."deletedDate", c."likeCount",
  m."uid", m."name", m."verified", m."image"`

/** Maximum number of members shown beside the number of likes. */
const maxLikers = 3

/**
 * The members who liked each comment last, without its creator and members whom the viewer blocks. The subquery finds
 * the oldest like to return per comment, so that the index is read only from there on.
 */
async function readLikers(
  db: DataSource | EntityManager,
  ids: readonly string[],
  viewer: Viewer | null,
): Promise<Map<string, MemberRef[]>> {
  const likers = new Map<string, MemberRef[]>()
  if (ids.length === 0) return likers
  // The conditions for a like `alias` of the comment `c`.
  const of = (alias: string) =>
    [
      `${alias}."type" = ${relationTypes.likeComment}`,
      `${alias}."entity" = c."id"`,
      `${alias}."uid" <> c."creatorUid"`,
      exceptBlocked(viewer, `${alias}."uid"`),
    ]
      .filter(Boolean)
      .join(' AND ')
  const rows = await sql<RawMember & { commentId: string }>(
    db,
    `SELECT c."id" AS "commentId", m."uid", m."name", m."verified", m."image"
     FROM "comment" c JOIN "relation" r ON ${of('r')} AND r."creationDate" >= COALESCE(
       (SELECT x."creationDate" FROM "relation" x WHERE ${of('x')} ORDER BY x."creationDate" DESC LIMIT 1 OFFSET ${maxLikers - 1}), '')
     JOIN "member" m ON m."uid" = r."uid" WHERE c."id" IN (:...ids) ORDER BY r."creationDate" DESC, r."uid" DESC`,
    { ids, viewer: viewer?.uid },
  )
  for (const { commentId, ...row } of rows) likers.set(commentId, [...(likers.get(commentId) ?? []), toMemberRef(row)].slice(0, maxLikers))
  return likers
}

function toComment(raw: RawComment, likers: MemberRef[], viewer: Viewer | null): Comment {
  const deleted = raw.deletedDate !== null
  const who = actingViewer(viewer)
  const own = who?.uid === raw.uid
  return {
    _id: raw.id,
    id: raw.id,
    postId: raw.postId,
    text: deleted ? messages.commentDeleted : raw.text,
    creationDate: raw.creationDate,
    editedDate: raw.editedDate ?? undefined,
    deleted,
    creator: toMemberRef(raw),
    reactions: { like: raw.likeCount ?? 0 },
    likers,
    can: { edit: !deleted && own && who.privileges.canComment, delete: !deleted && (own || who?.isAdmin === true) },
  }
}

export async function toComments(db: DataSource | EntityManager, rows: readonly RawComment[], viewer: Viewer | null): Promise<Comment[]> {
  const likers = await readLikers(
    db,
    rows.filter(({ likeCount }) => (likeCount ?? 0) > 0).map(({ id }) => id),
    viewer,
  )
  return rows.map((row) => toComment(row, likers.get(row.id) ?? [], viewer))
}

export async function readComments(db: DataSource | EntityManager, ids: readonly string[]): Promise<RawComment[]> {
  if (ids.length === 0) return []
  return sql(db, `SELECT ${commentColumns} FROM "comment" c JOIN "member" m ON m."uid" = c."creatorUid" WHERE c."id" IN (:...ids)`, { ids })
}

export const readComment = async (db: DataSource | EntityManager, id: string): Promise<RawComment | null> =>
  (await readComments(db, [id]))[0] ?? null
