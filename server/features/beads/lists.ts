/** Lists of playlists: plans their SQL and reads a page of each, with its total. */
import type { DataSource } from 'typeorm'
import type { Viewer } from '#access/viewer.ts'
import type { CallOutput } from '#contract/index.ts'
import { inHiddenList, sql, type Parameters } from '#db/sql.ts'
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

/** The playlists with these ids that exist and that the viewer may see, in any order. */
export async function beadsOf(db: DataSource, ids: readonly string[], viewer: Viewer | null): Promise<BeadRecord[]> {
  const conditions = [`v."id" ${inHiddenList(db, 'ids')}`, visibleTo(viewer), exceptBlocked(viewer, 'v."creatorUid"')].filter(Boolean)
  return ids.length === 0 ? [] : readBeads(db, `WHERE ${conditions.join(' AND ')}`, { ids, viewer: viewer?.uid })
}

/** A page of the playlists with these ids, in the given order. */
async function inOrder(db: DataSource, ids: readonly string[], { from, limit }: BeadListQuery, viewer: Viewer | null): Promise<RecordPage> {
  const rows = await beadsOf(db, ids, viewer)
  const known = new Map(rows.map((row) => [row.id, row]))
  const found = ids.flatMap((id) => known.get(id) ?? [])
  return { results: found.slice(from, from + limit), next: from + limit < found.length ? from + limit : null, total: found.length }
}

/** Returns the viewer if it is the member `uid`; otherwise throws, for filters that only that member may use. */
function demandSelf(uid: string, viewer: Viewer | null): Viewer {
  if (viewer?.uid !== uid) throw new StrandError(viewer === null ? 'unauthenticated' : 'forbidden')
  return viewer
}

/**
 * A post that the viewer is about to repost. The list of playlists to choose from excludes those that hold it already:
 * its own playlist, and those with the same medium or, for a post without a medium, with the original or a repost.
 */
export interface Holding {
  beadId: string
  /** Identifies the post's medium; null without one. */
  mediaKey: string | null
  /** Id of the original post, if it is a repost itself; otherwise its own id. */
  original: string
}

/** SQL: the ids of the playlists that hold the post. */
const holders = ({ mediaKey }: Holding): string =>
  mediaKey === null
    ? `SELECT h."beadId" FROM "post" h WHERE h."originalPostId" = :original OR h."id" = :original UNION ALL SELECT :home`
    : `SELECT h."beadId" FROM "post" h WHERE h."mediaKey" = :mediaKey UNION ALL SELECT :home`

export interface BeadListPlan {
  /**
   * The filter for the cached totals (`totals.ts`), if they cover this list; otherwise null, and the rows are counted.
   */
  census: { category: string | undefined; excludeFeeds: boolean } | null
  walk: Walk
  parameters: Parameters
}

/** @param place SQL expression that the list is sorted by, descending. */
const ordered = (from: string, where: readonly (string | null)[], place: string): Walk => {
  const byId = place === 'v."id"'
  const order = byId ? '"place" DESC' : `${place} DESC, v."id" DESC`
  return {
    statement: `SELECT v."id", ${place} AS "place" FROM ${from} WHERE ${where.filter(Boolean).join(' AND ')} ORDER BY ${order}`,
    byId,
  }
}

/**
 * Playlists into which a member may post, latest first: open ones, own ones, and those that the member is invited to.
 * Each kind is a SELECT that the database reads from an index in order.
 *
 * @param more further conditions.
 */
export function writerWalk(more: readonly (string | null)[]): { walk: Walk; open: string; own: string } {
  const where = (...conditions: string[]): string => [...conditions, 'v."isFeed" = FALSE', ...more].filter(Boolean).join(' AND ')
  const from = 'SELECT v."id" AS "id", v."id" AS "place" FROM'
  const open = `${from} "bead" v WHERE ${where('v."isDraft" = FALSE', 'v."groupId" IS NULL')}`
  const started = `${from} "bead" v WHERE ${where('v."creatorUid" = :viewer', '(v."groupId" IS NOT NULL OR v."isDraft" = TRUE)')}`
  const joined = `${from} "invitee" i JOIN "bead" v ON v."id" = i."beadId" WHERE ${where('i."uid" = :viewer', 'v."creatorUid" <> :viewer')}`
  const own = `${started} UNION ALL ${joined}`
  return { walk: { statement: `${open} UNION ALL ${own} ORDER BY "place" DESC`, byId: true }, open, own }
}

/**
 * SQL of a list by filters. Lists of one member (created, followed, invited to) include the drafts that the viewer may
 * see; all others only published playlists.
 */
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
  // By hotness, otherwise by time.
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
    // On the last page the total is known without counting.
    total: !more && (rows.length > 0 || from === 0) ? from + rows.length : await total(),
  }
}

/** Playlists into which the viewer may post, without those that hold the post to be reposted. */
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
    // The cached total of open playlists is right only for viewers who block or mute no one.
    const everywhere = viewer.hides ? await countOf(db, open, parameters) : await totals.beads({ category, excludeFeeds: true, open: true })
    const held =
      holding === null ? 0 : await countOf(db, withoutOrder(writerWalk([...filters, `v."id" IN (${holders(holding)})`]).walk), parameters)
    return everywhere + (await countOf(db, own, parameters)) - held
  })
}

/** Look-ups for lists that begin with another post or playlist. */
export interface Finders {
  /** The post to be reposted. Throws `not_found`, and the errors of opening its playlist. */
  holding(post: string): Promise<Holding>
  /** Playlists that are similar to this one. Throws the errors of opening it. */
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
