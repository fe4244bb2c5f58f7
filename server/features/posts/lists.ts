/**
 * Lists of posts. The inner query walks one index to the ids of the page, and skips earlier pages without reading their rows; the
 * outer query reads the rows of the page with their joins.
 *
 * The driver is the walked table: `post`, or, if that is shorter, a member's `collected` or a tag's `post_tag`. Each has most filter
 * columns; the others are read from `post`.
 */
import type { Viewer } from '#access/viewer.ts'
import { limits } from '#contract/limits.ts'
import { sql, type Parameters } from '#db/sql.ts'
import type { DataSource } from 'typeorm'
import { curatedIds, curatedPlace, visibleTo } from '../beads/service.ts'
import { exceptBlocked } from '../blocks/service.ts'
import { fingerprintOf } from '../collection/service.ts'
import { wordQuery } from '../words/service.ts'
import { filtersOf, sortOf, type Filters, type PostFilters, type PostListQuery, type Sort } from './filters.ts'
import { postColumns, postJoins, type RawPost } from './records.ts'
import { bucketOrder, bucketsFor, modulus, permutation, readShuffled, shuffledKey, type Bucket } from './shuffle.ts'

/** Sort orders by columns that only `post` has. */
export const isByPost = (sort: Sort): boolean => sort === 'top' || sort === 'mostcollected' || sort === 'trending'

type Driver = 'post' | 'collected' | 'post_tag'
type Column = 'id' | 'beadId' | 'creatorUid' | 'category' | 'isDraft' | 'playable' | 'shuffleKey' | 'isDead' | 'score'

const aliases: Record<Driver, string> = { post: 'p', collected: 'c', post_tag: 't' }
const own: Record<Driver, readonly Column[]> = {
  post: ['id', 'beadId', 'creatorUid', 'category', 'isDraft', 'playable', 'shuffleKey', 'isDead', 'score'],
  collected: ['id', 'beadId', 'creatorUid', 'category', 'isDraft', 'playable', 'shuffleKey'],
  post_tag: ['id', 'beadId', 'creatorUid', 'isDraft', 'category'],
}

/**
 * Site-wide lists by tag or word in another order than by time sort only the latest matches (for a word, the first ones in the order
 * of words).
 */
const windowSize = 1000

export interface PostListPlan {
  sort: Sort
  driver: Driver
  filters: Filters
  /** The only requested playlist, with or without other filters. The caller checks that the viewer may see it. */
  bead: string | null
  /** The list has all posts of `bead`, without other filters. */
  whole: boolean
  /** Selects the page and one more row, which shows whether there is a next page. */
  statement: string
  /** Posts between two shuffle keys. */
  bucket: { statement: string; count: string }
  count: string
  /** SQL of a value that changes when the list does; null if there is none. */
  version: string | null
  /** FROM and WHERE of the walked table, and its column expressions. */
  source: string
  where: string
  columns: Record<'id' | 'beadId' | 'creatorUid', string>
  parameters: Parameters
}

function driverOf(filters: Filters, sort: Sort, wide: boolean): Driver {
  const { beads, creators, collector, tagKeys, query } = filters
  if (collector !== undefined) return wide && isByPost(sort) ? 'post' : 'collected'
  if (sort === 'curated') return 'post'
  const byTime = sort === 'recent' || sort === 'earliest'
  const walkable = tagKeys.length === 1 && beads.length + creators.length <= 1
  return byTime && walkable && (query === undefined || beads.length + creators.length === 1) ? 'post_tag' : 'post'
}

/**
 * Most reads are of the first page of the default size. With the size as a parameter, PostgreSQL's generic plan expects a tenth of all rows
 * and looks so costly that it plans each run. Other sizes would be too many texts to prepare (db/statements.ts).
 */
const windowOf = ({ from, limit }: PostListQuery): string =>
  from === 0 && limit === limits.page.posts ? `LIMIT ${limits.page.posts + 1}` : 'LIMIT :limit OFFSET :from'

/**
 * @param wide the collection is so large that walking all posts in order fills a page sooner than sorting the collection.
 */
export function planPostList(query: PostListQuery, viewer: Viewer | null, wide = false): PostListPlan {
  const filters = filtersOf(query, viewer)
  const { beads, creators, collector, tagKeys, categories } = filters
  const requestedSort = sortOf(query)
  const single = beads.length === 1 ? beads[0]! : null
  // A curated order exists only within one playlist.
  const sort = requestedSort === 'curated' && beads.length !== 1 ? 'recent' : requestedSort
  const driver = driverOf(filters, sort, wide)
  const alias = aliases[driver]
  const personal = beads.length + creators.length > 0 || collector !== undefined
  const parameters: Record<string, Parameters[string]> = { viewer: viewer?.uid, limit: query.limit + 1, from: query.from }

  let joins = driver === 'post' ? '' : 'no'
  /** The column of the driver, or of `post`, which is then joined. */
  const of = (column: Column): string => {
    if (own[driver].includes(column)) return `${alias}."${column === 'id' && driver !== 'post' ? 'postId' : column}"`
    joins = `JOIN "post" p ON p."id" = ${alias}."postId"`
    return `p."${column}"`
  }
  /** Condition that `expression` is one of the values, which are bound as `name`. */
  const among = (name: string, expression: string, values: readonly string[]): string => {
    if (values.length === 1) {
      parameters[name] = values[0]!
      return `${expression} = :${name}`
    }
    parameters[name] = values
    return `${expression} IN (:...${name})`
  }
  const collectedBy = (uid: string): string => {
    const mine = among('collector', 'c."uid"', [uid])
    return driver === 'collected' ? mine : `EXISTS (SELECT 1 FROM "collected" c WHERE ${mine} AND c."postId" = p."id")`
  }
  const visibleOnly = (): string | null => {
    if (single !== null) return null
    if (viewer === null) return `${of('isDraft')} = FALSE`
    if (viewer.isAdmin) return null
    // For EXISTS, PostgreSQL would read all playlists at the first post of a draft.
    return `(${of('isDraft')} = FALSE OR (SELECT ${visibleTo(viewer)} FROM "bead" v WHERE v."id" = ${of('beadId')}))`
  }
  const withTags = (): string | null => {
    if (tagKeys.length === 0) return null
    if (driver === 'post_tag') return among('tagKey', 't."tagKey"', tagKeys)
    const has = `EXISTS (SELECT 1 FROM "post_tag" g WHERE g."postId" = ${of('id')} AND ${among('tagKey', 'g."tagKey"', tagKeys)})`
    if (driver === 'collected') {
      tagKeys.forEach((key, n) => (parameters[`mark${n}`] = `%${fingerprintOf(key)}%`))
      return `(${tagKeys.map((_key, n) => `c."tagMarks" LIKE :mark${n}`).join(' OR ')}) AND ${has}`
    }
    if (personal || filters.query !== undefined) return has
    const latest = tagKeys.map((key, n) => {
      parameters[`tagKey${n}`] = key
      return `SELECT * FROM (SELECT t."postId" FROM "post_tag" t WHERE t."tagKey" = :tagKey${n} ORDER BY t."postId" DESC LIMIT ${windowSize}) t${n}`
    })
    return `p."id" IN (${latest.join(' UNION ALL ')})`
  }
  const withWords = (): string | null => {
    if (filters.query === undefined) return null
    const words = wordQuery('post', filters.query)
    Object.assign(parameters, words.parameters)
    return personal ? words.matches(of('id')) : `p."id" IN (SELECT * FROM (${words.source} LIMIT ${windowSize}) found)`
  }
  // Without an index by category for this order, the order of all posts is walked: COALESCE keeps the planner from the category index.
  const hasCategoryIndex = categories.length === 1 && sort !== 'mostcollected' && sort !== 'shuffle'
  const inCategory = (): string | null =>
    categories.length === 0 ? null : among('category', hasCategoryIndex ? of('category') : `COALESCE(${of('category')}, '')`, categories)

  const conditions = [
    ...(collector === undefined ? [] : [collectedBy(collector)]),
    ...(beads.length === 0 ? [] : [among('bead', of('beadId'), beads)]),
    ...(creators.length === 0 ? [] : [among('createdby', of('creatorUid'), creators)]),
    inCategory(),
    withTags(),
    withWords(),
    visibleOnly(),
    ...(filters.hasMedia || filters.aliveOnly ? [`${of('playable')} = TRUE`] : []),
    ...(filters.aliveOnly ? [`${of('isDead')} = FALSE`] : []),
    ...(filters.deadOnly ? [`${of('isDead')} = TRUE`] : []),
    ...(filters.featuredOnly
      ? [`EXISTS (SELECT 1 FROM "bead" f WHERE f."id" = ${of('beadId')} AND f."featuredCuratorUid" = ${of('creatorUid')})`]
      : []),
    // Posts without collects, upvotes and comments are not "top" (decision 9).
    ...(sort === 'top' ? [`${of('score')} > 0`] : []),
    exceptBlocked(viewer, of('creatorUid')),
  ].filter((condition) => condition !== null)

  const { sortKey, walk, outer } = orderOf(sort, driver, () => of('score'))
  if (sort === 'shuffle') Object.assign(parameters, permutation(query.ts ?? 0), { modulus })
  const source = `"${driver}" ${alias} ${joins === 'no' ? '' : joins}`
  const where = conditions.length === 0 ? 'WHERE TRUE' : `WHERE ${conditions.join(' AND ')}`
  // `isDraft` of posts is a copy that can be stale, so the permission is checked on the playlist too.
  const visible = single === null ? ` AND CASE WHEN ${visibleTo(viewer)} THEN 1 ELSE 0 END = 1` : ''
  // CROSS JOIN makes SQLite start with the page instead of walking all posts in the requested order.
  const page = (ids: string, window: string): string =>
    `SELECT ${postColumns} FROM (${ids} ${window}) k CROSS JOIN "post" p ${postJoins} WHERE p."id" = k."id"${visible} ORDER BY ${outer}`
  const ids = (more = ''): string =>
    sort === 'curated' && driver === 'post'
      ? curatedIds(where)
      : `SELECT ${of('id')} AS "id"${sortKey === null ? '' : `, ${sortKey} AS "place"`} FROM ${source} ${where}${more} ORDER BY ${walk}`
  const between = ` AND ${alias}."shuffleKey" >= :low AND ${alias}."shuffleKey" <= :high`
  return {
    sort,
    driver,
    filters,
    bead: single,
    parameters,
    source,
    where,
    columns: { id: of('id'), beadId: of('beadId'), creatorUid: of('creatorUid') },
    whole: single !== null && conditions.length === 1,
    statement: page(ids(), windowOf(query)),
    bucket: {
      statement: page(ids(between), 'LIMIT :limit OFFSET :skip'),
      count: `SELECT COUNT(*) AS "total" FROM ${source} ${where}${between}`,
    },
    count: `SELECT COUNT(*) AS "total" FROM ${source} ${where}`,
    version: collector === undefined ? null : 'SELECT m."collectedPostCount" FROM "member" m WHERE m."uid" = :collector',
  }
}

interface Order {
  /** Expression that the walk sorts by, if it is not the id. */
  sortKey: string | null
  walk: string
  /** The same order for the outer query, by the columns of the page `k`. */
  outer: string
}

function orderOf(sort: Sort, driver: Driver, needPost: () => unknown): Order {
  const collected = driver === 'collected'
  const id = { post: 'p."id"', collected: 'c."postId"', post_tag: 't."postId"' }[driver]
  const bySortKey = (sortKey: string, direction: '' | ' DESC'): Order => ({
    sortKey,
    walk: `${sortKey}${direction}, ${id}${direction}`,
    outer: `k."place"${direction}, k."id"${direction}`,
  })
  const byPost = (column: string): Order => {
    needPost()
    return bySortKey(`p."${column}"`, ' DESC')
  }
  switch (sort) {
    case 'recent':
      return collected ? bySortKey('c."collectedDate"', ' DESC') : { sortKey: null, walk: `${id} DESC`, outer: 'k."id" DESC' }
    case 'earliest':
      return collected ? bySortKey('c."collectedDate"', '') : { sortKey: null, walk: id, outer: 'k."id"' }
    case 'shuffle':
      return bySortKey(shuffledKey(collected ? 'c' : 'p'), '')
    case 'curated':
      if (!collected) return { sortKey: null, walk: '', outer: 'k."place"' }
      needPost()
      return bySortKey(curatedPlace, '')
    case 'top':
      return byPost('score')
    case 'mostcollected':
      return byPost('collectCount')
    case 'trending':
      return byPost('heat')
  }
}

/** @param total number of posts, requested only for large shuffled lists. */
export async function readPostList(
  db: DataSource,
  plan: PostListPlan,
  query: PostListQuery,
  total: () => Promise<number>,
): Promise<RawPost[]> {
  // Only `post` has an index by shuffle key.
  const usesBuckets = plan.sort === 'shuffle' && plan.driver === 'post' && plan.filters.tagKeys.length === 0
  const buckets = usesBuckets ? bucketsFor(await total()) : 1
  if (buckets === 1) return sql<RawPost>(db, plan.statement, plan.parameters)
  return readShuffled(
    bucketOrder(query.ts ?? 0, buckets),
    {
      count: async (bucket: Bucket) =>
        Number((await sql<{ total: number | string }>(db, plan.bucket.count, { ...plan.parameters, ...bucket }))[0]!.total),
      read: (bucket, limit, skip) => sql<RawPost>(db, plan.bucket.statement, { ...plan.parameters, ...bucket, limit, skip }),
    },
    query.from,
    query.limit + 1,
  )
}

/** A list query with these filters, for counting. */
export const countQuery = (query: PostFilters): PostListQuery => ({ ...query, from: 0, limit: 1 })
