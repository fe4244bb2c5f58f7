import type { DataSource } from 'typeorm'
import type { Viewer } from '#access/viewer.ts'
import type { CallOutput } from '#contract/index.ts'
import { sql, type Parameters } from '#db/sql.ts'
import { StrandError } from '#http/errors.ts'
import { exceptBlocked } from '../blocks/service.ts'
import { relationTypes } from '../relations/service.ts'
import { visibleTo } from './access.ts'
import { readBeads, readPage, type BeadRecord, type Walk } from './records.ts'
import type { Related } from './tags.ts'
import type { Totals } from './totals.ts'

export type BeadListQuery = CallOutput<'GET /api/v0/beads'>['query']

export interface RecordPage {
  results: BeadRecord[]
  next: number | null
  total: number
}

/** "all", "everything" and no category are equivalent (decision 22). */
export const categoryOf = <T extends string>(category: T | undefined): Exclude<T, 'all' | 'everything'> | undefined =>
  category === 'all' || category === 'everything' ? undefined : (category as Exclude<T, 'all' | 'everything'> | undefined)

/** Those of the playlists that exist and are visible, in any order. */
export async function beadsOf(db: DataSource, ids: readonly string[], viewer: Viewer | null): Promise<BeadRecord[]> {
  const conditions = ['v."id" IN (:...ids)', visibleTo(viewer), exceptBlocked(viewer, 'v."creatorUid"')].filter(Boolean)
  return ids.length === 0 ? [] : readBeads(db, `WHERE ${conditions.join(' AND ')}`, { ids, viewer: viewer?.uid })
}

/** A page of them, in the given order. */
async function inOrder(db: DataSource, ids: readonly string[], { from, limit }: BeadListQuery, viewer: Viewer | null): Promise<RecordPage> {
  const rows = await beadsOf(db, ids, viewer)
  const known = new Map(rows.map((row) => [row.id, row]))
  const found = ids.flatMap((id) => known.get(id) ?? [])
  return { results: found.slice(from, from + limit), next: from + limit < found.length ? from + limit : null, total: found.length }
}

/** Filters that only the member in question may use. */
function demandSelf(uid: string, viewer: Viewer | null): Viewer {
  if (viewer?.uid !== uid) throw new StrandError(viewer === null ? 'unauthenticated' : 'forbidden')
  return viewer
}

/** Condition: the playlist `v` contains a post's medium or, without one, a repost of the same post. */
export interface Holding {
  beadId: string
  mediaKey: string | null
  /** The original post. */
  original: string
}

const holders = ({ mediaKey }: Holding): string =>
  mediaKey === null
    ? `SELECT h."beadId" FROM "post" h WHERE h."originalPostId" = :original OR h."id" = :original UNION ALL SELECT :home`
    : `SELECT h."beadId" FROM "post" h WHERE h."mediaKey" = :mediaKey UNION ALL SELECT :home`

export interface BeadListPlan {
  /** Whether the filters match the cached total of published playlists; otherwise count. */
  census: { category: string | undefined; excludeFeeds: boolean } | null
  walk: Walk
  parameters: Parameters
}

const ordered = (from: string, where: readonly (string | null)[], place: string): Walk => {
  const byId = place === 'v."id"'
  const order = byId ? '"place" DESC' : `${place} DESC, v."id" DESC`
  return {
    statement: `SELECT v."id", ${place} AS "place" FROM ${from} WHERE ${where.filter(Boolean).join(' AND ')} ORDER BY ${order}`,
    byId,
  }
}

/** Playlists into which a member may post: three index walks, merged by the database. Always latest first, for a picker. */
export function writerWalk(more: readonly (string | null)[]): { walk: Walk; open: string; own: string } {
  const where = (...conditions: string[]): string => [...conditions, 'v."isFeed" = FALSE', ...more].filter(Boolean).join(' AND ')
  const from = 'SELECT v."id" AS "id", v."id" AS "place" FROM'
  const open = `${from} "bead" v WHERE ${where('v."isDraft" = FALSE', 'v."groupId" IS NULL')}`
  const started = `${from} "bead" v WHERE ${where('v."creatorUid" = :viewer', '(v."groupId" IS NOT NULL OR v."isDraft" = TRUE)')}`
  const joined = `${from} "invitee" i JOIN "bead" v ON v."id" = i."beadId" WHERE ${where('i."uid" = :viewer', 'v."creatorUid" <> :viewer')}`
  const own = `${started} UNION ALL ${joined}`
  return { walk: { statement: `${open} UNION ALL ${own} ORDER BY "place" DESC`, byId: true }, open, own }
}

/** A member's own lists include visible drafts; discover only published playlists. */
export function planBeadList(query: BeadListQuery, viewer: Viewer | null): BeadListPlan {
  const category = categoryOf(query.category)
  const excludeFeeds = query.excludefeeds === 'true'
  const blocked = exceptBlocked(viewer, 'v."creatorUid"')
  const filters = [
    ...(category === undefined ? [] : ['v."category" = :category']),
    ...(excludeFeeds ? ['v."isFeed" = FALSE'] : []),
    blocked,
  ]
  const parameters = {
    createdby: query.createdby,
    followedby: query.followedby,
    followBead: relationTypes.followBead,
    category,
    viewer: viewer?.uid,
    limit: query.limit + 1,
    from: query.from,
  }
  const top = query.sort === 'top'
  const plan = (from: string, where: string[], place: string): BeadListPlan => ({
    census: null,
    walk: ordered(from, [...where, ...filters], top ? 'v."heat"' : place),
    parameters,
  })

  if (query.invitee !== undefined) {
    demandSelf(query.invitee, viewer)
    return plan('"invitee" i JOIN "bead" v ON v."id" = i."beadId"', ['i."uid" = :viewer'], 'v."id"')
  }
  if (query.followedby !== undefined)
    return plan(
      '"relation" r JOIN "bead" v ON v."id" = r."entity"',
      ['r."uid" = :followedby', 'r."type" = :followBead', visibleTo(viewer)],
      'r."creationDate"',
    )
  if (query.createdby !== undefined) return plan('"bead" v', ['v."creatorUid" = :createdby', visibleTo(viewer)], 'v."id"')
  const all = plan('"bead" v', ['v."isDraft" = FALSE'], 'v."id"')
  return blocked === null ? { ...all, census: { category, excludeFeeds } } : all
}

const countOf = async (db: DataSource, walk: string, parameters: Parameters): Promise<number> =>
  Number((await sql<{ total: number | string }>(db, `SELECT COUNT(*) AS "total" FROM (${walk}) w`, parameters))[0]!.total)

const withoutOrder = ({ statement }: Walk): string => statement.slice(0, statement.lastIndexOf(' ORDER BY '))

async function paged(
  db: DataSource,
  { from, limit }: BeadListQuery,
  walk: Walk,
  parameters: Parameters,
  total: () => Promise<number>,
): Promise<RecordPage> {
  const rows = await readPage(db, walk, parameters)
  const more = rows.length > limit
  return {
    results: more ? rows.slice(0, limit) : rows,
    next: more ? from + limit : null,
    // The last page determines the total.
    total: !more && (rows.length > 0 || from === 0) ? from + rows.length : await total(),
  }
}

async function listForWriter(
  db: DataSource,
  totals: Totals,
  query: BeadListQuery,
  viewer: Viewer,
  holding: Holding | null,
): Promise<RecordPage> {
  const category = categoryOf(query.category)
  const filters = [category === undefined ? null : 'v."category" = :category', exceptBlocked(viewer, 'v."creatorUid"')]
  const parameters = {
    viewer: viewer.uid,
    category,
    home: holding?.beadId,
    mediaKey: holding?.mediaKey,
    original: holding?.original,
    limit: query.limit + 1,
    from: query.from,
  }
  const { walk } = writerWalk([...filters, holding && `v."id" NOT IN (${holders(holding)})`])
  return paged(db, query, walk, parameters, async () => {
    const { open, own } = writerWalk(filters)
    // For viewers who block no one the open playlists' total is cached.
    const everywhere = viewer.hides ? await countOf(db, open, parameters) : await totals.beads({ category, excludeFeeds: true, open: true })
    const held =
      holding === null ? 0 : await countOf(db, withoutOrder(writerWalk([...filters, `v."id" IN (${holders(holding)})`]).walk), parameters)
    return everywhere + (await countOf(db, own, parameters)) - held
  })
}

export interface Finders {
  /** Throws `not_found`, and as opening the post's playlist. */
  holding(post: string): Promise<Holding>
  /** Throws as opening the playlist. */
  related(bead: string): Promise<Related[]>
}

export async function listBeads(
  db: DataSource,
  totals: Totals,
  query: BeadListQuery,
  viewer: Viewer | null,
  find: Finders,
): Promise<RecordPage> {
  if (query.ids !== undefined) {
    const uniqueIds = [
      ...new Set(
        query.ids
          .split(',')
          .map((id) => id.trim())
          .filter(Boolean),
      ),
    ].slice(0, 200)
    return inOrder(db, uniqueIds, query, viewer)
  }
  if (query.related !== undefined)
    return inOrder(
      db,
      (await find.related(query.related)).map(({ id }) => id),
      query,
      viewer,
    )
  if (query.writer !== undefined) {
    const writer = demandSelf(query.writer, viewer)
    if (!writer.privileges.canPost) return { results: [], next: null, total: 0 }
    return listForWriter(db, totals, query, writer, query.repost === undefined ? null : await find.holding(query.repost))
  }
  const { census, walk, parameters } = planBeadList(query, viewer)
  return paged(db, query, walk, parameters, () => (census ? totals.beads(census) : countOf(db, withoutOrder(walk), parameters)))
}
