import type { DataSource } from 'typeorm'
import type { CallOutput } from '../../contract/index.ts'
import { sql, type Parameters } from '../../db/sql.ts'
import { StrandError } from '../../http/errors.ts'
import { isInvited, visibleTo, type Viewer } from './access.ts'
import { readBeads, type BeadRecord } from './records.ts'
import type { Totals } from './totals.ts'

export type BeadListQuery = CallOutput<'GET /api/v0/beads'>['query']

export interface RecordPage {
  results: BeadRecord[]
  next: number | null
  total: number
}

/** "all", "everything" and nothing mean the same (decision 22). */
export const categoryOf = (category: string | undefined): string | undefined =>
  category === 'all' || category === 'everything' ? undefined : category

/** Playlists by id, in the order asked for; those that do not exist or may not be seen are left out. */
async function byIds(db: DataSource, query: BeadListQuery, viewer: Viewer | null): Promise<RecordPage> {
  const asked = [...new Set(query.ids!.split(',').map((id) => id.trim()).filter(Boolean))].slice(0, 200)
  const rows = asked.length === 0 ? [] : await readBeads(db, `WHERE v."id" IN (:...ids) AND ${visibleTo(viewer)}`, { ids: asked, viewer: viewer?.uid })
  const known = new Map(rows.map((row) => [row.id, row]))
  const found = asked.flatMap((id) => known.get(id) ?? [])
  const results = found.slice(query.from, query.from + query.limit)
  return { results, next: query.from + query.limit < found.length ? query.from + query.limit : null, total: found.length }
}

/** The playlists into which a member may post; only they themselves may ask. */
function writerCondition(uid: string, viewer: Viewer | null): string {
  if (viewer?.uid !== uid) throw new StrandError(viewer === null ? 'unauthenticated' : 'forbidden')
  if (!viewer.privileges.canPost) return 'FALSE'
  return `v."isFeed" = FALSE AND ((v."groupId" IS NULL AND v."isDraft" = FALSE) OR v."creatorUid" = :viewer OR ${isInvited('v')})`
}

export interface BeadListPlan {
  /** Whether the answer depends on who asks. */
  personal: boolean
  category: string | undefined
  excludeFeeds: boolean
  where: string
  /** What follows `SELECT … FROM`: one row more than the page has tells whether there is a next one. */
  rest: string
  parameters: Parameters
}

/** Drafts show among a member's own playlists, to those who may see them; discover holds published ones alone. */
export function planBeadList(query: BeadListQuery, viewer: Viewer | null): BeadListPlan {
  const category = categoryOf(query.category)
  const excludeFeeds = query.excludefeeds === 'true'
  const personal = query.createdby !== undefined || query.writer !== undefined
  const conditions = [
    query.writer !== undefined ? writerCondition(query.writer, viewer) : personal ? visibleTo(viewer) : 'v."isDraft" = FALSE',
    ...(query.createdby === undefined ? [] : ['v."creatorUid" = :createdby']),
    ...(category === undefined ? [] : ['v."category" = :category']),
    ...(excludeFeeds ? ['v."isFeed" = FALSE'] : []),
  ]
  const where = `WHERE ${conditions.join(' AND ')}`
  const order = query.sort === 'top' ? 'v."heat" DESC, v."id" DESC' : 'v."id" DESC'
  return {
    personal, category, excludeFeeds, where,
    rest: `${where} ORDER BY ${order} LIMIT :limit OFFSET :from`,
    parameters: { createdby: query.createdby, category, viewer: viewer?.uid, limit: query.limit + 1, from: query.from },
  }
}

export async function listBeads(db: DataSource, totals: Totals, query: BeadListQuery, viewer: Viewer | null): Promise<RecordPage> {
  if (query.ids !== undefined) return byIds(db, query, viewer)
  const { personal, category, excludeFeeds, where, rest, parameters } = planBeadList(query, viewer)
  const rows = await readBeads(db, rest, parameters)
  const more = rows.length > query.limit
  return { results: more ? rows.slice(0, query.limit) : rows, next: more ? query.from + query.limit : null, total: await total() }

  async function total(): Promise<number> {
    // A page that is the last one says itself how many there are.
    if (!more && (rows.length > 0 || query.from === 0)) return query.from + rows.length
    if (!personal) return totals.beads({ category, excludeFeeds })
    const [row] = await sql<{ total: number | string }>(db, `SELECT COUNT(*) AS "total" FROM "bead" v ${where}`, parameters)
    return Number(row!.total)
  }
}
