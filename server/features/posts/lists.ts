/**
 * Lists of posts. The inner query walks one index to the page's ids, skipping what lies before the
 * page without reading its rows; the outer one reads the fifteen rows with what belongs to them.
 */
import type { DataSource } from 'typeorm'
import type { CallOutput } from '../../contract/index.ts'
import { sql, type Parameters } from '../../db/sql.ts'
import { categoryOf, curatedIds, curatedPlace, visibleTo, type Viewer } from '../beads/service.ts'
import { postColumns, postJoins, type RawPost } from './records.ts'
import { modulus, permutation, shuffledKey } from './shuffle.ts'

export type PostListQuery = CallOutput<'GET /api/v0/posts'>['query']
type Sort = NonNullable<PostListQuery['sort']>

const orders: Record<Sort, string> = {
  recent: 'p."id" DESC',
  earliest: 'p."id"',
  top: 'p."score" DESC, p."id" DESC',
  mostcollected: 'p."collectCount" DESC, p."id" DESC',
  shuffle: `${shuffledKey}, p."id"`,
  curated: curatedPlace,
}

export interface PostListPlan {
  sort: Sort
  where: string
  /** The whole statement. It asks for one row more than the page has, which tells whether there is a next one. */
  statement: string
  parameters: Parameters
}

export const sortOf = ({ sort, earliest }: Pick<PostListQuery, 'sort' | 'earliest'>): Sort => sort ?? (earliest ? 'earliest' : 'recent')

/**
 * A playlist's posts are listed whatever its state: whether the viewer may see them is told by the
 * rows (`isInDraft`). Every other list holds only posts of playlists that the viewer may see.
 */
export function planPostList(query: PostListQuery, viewer: Viewer | null): PostListPlan {
  const asked = sortOf(query)
  // Each playlist has a curated order of its own; all of them together have none.
  const sort = asked === 'curated' && query.bead === undefined ? 'recent' : asked
  const category = categoryOf(query.category)
  const bead = [...(query.bead === undefined ? [visibleTo(viewer)] : []), ...(category === undefined ? [] : ['v."category" = :category'])]
  const conditions = [
    ...(query.bead === undefined ? [] : ['p."beadId" = :bead']),
    ...(query.createdby === undefined ? [] : ['p."creatorUid" = :createdby']),
    ...(query.hasmedia === undefined ? [] : ['p."playable" = TRUE']),
    // Nobody has collected, upvoted or commented on the others: they are not "top" (decision 9).
    ...(sort === 'top' ? ['p."score" > 0'] : []),
    ...(bead.length === 0 ? [] : [`EXISTS (SELECT 1 FROM "bead" v WHERE v."id" = p."beadId" AND ${bead.join(' AND ')})`]),
  ]
  const where = `WHERE ${conditions.join(' AND ')}`
  const order = orders[sort]
  const walk = sort === 'curated' ? curatedIds(where) : `SELECT p."id" FROM "post" p ${where} ORDER BY ${order}`
  return {
    sort,
    where,
    statement: `SELECT ${postColumns} FROM (${walk} LIMIT :limit OFFSET :from) k
      JOIN "post" p ON p."id" = k."id" ${postJoins} ORDER BY ${order}`,
    parameters: {
      bead: query.bead, createdby: query.createdby, category, viewer: viewer?.uid, limit: query.limit + 1, from: query.from,
      ...(sort === 'shuffle' ? { ...permutation(query.ts ?? 0), modulus } : {}),
    },
  }
}

export const readPostList = (db: DataSource, { statement, parameters }: PostListPlan): Promise<RawPost[]> => sql<RawPost>(db, statement, parameters)

export async function countPosts(db: DataSource, { where, parameters }: PostListPlan): Promise<number> {
  const [row] = await sql<{ total: number | string }>(db, `SELECT COUNT(*) AS "total" FROM "post" p ${where}`, parameters)
  return Number(row!.total)
}
