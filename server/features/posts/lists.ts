/**
 * Lists of posts. The inner query walks one index to the page's ids, skipping what lies before the
 * page without reading its rows; the outer one reads the fifteen rows with what belongs to them.
 *
 * What is walked is `post`, or, where that is shorter, a member's `collected` or a tag's `post_tag`:
 * the driver. Each holds what lists are filtered by; the rest is asked of the post.
 */
import type { Viewer } from '#access/viewer.ts'
import { sql, type Parameters } from '#db/sql.ts'
import type { DataSource } from 'typeorm'
import { curatedIds, curatedPlace, visibleTo } from '../beads/service.ts'
import { exceptBlocked } from '../blocks/service.ts'
import { fingerprintOf } from '../collection/service.ts'
import { wordQuery } from '../words/service.ts'
import { filtersOf, sortOf, type Filters, type PostFilters, type PostListQuery, type Sort } from './filters.ts'
import { postColumns, postJoins, type RawPost } from './records.ts'
import { bucketOrder, bucketsFor, modulus, permutation, readShuffled, shuffledKey, type Bucket } from './shuffle.ts'

/** Sorts by what only the posts themselves hold. */
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
 * Of what many posts of the whole site have in common, a tag or a word, the latest so many (of a word,
 * the first in the order of words) are sorted in another way than by time.
 */
const windowed = 1000

export interface PostListPlan {
  sort: Sort
  driver: Driver
  filters: Filters
  /** The only playlist that is asked for, whatever else narrows its posts down: who may not see it is refused. */
  bead: string | null
  /** Nothing narrows the one playlist's posts down. */
  whole: boolean
  /** The page; it asks for one row more than the page has, which tells whether there is a next one. */
  statement: string
  /** Posts between two shuffle keys. */
  bucket: { statement: string; count: string }
  count: string
  /** What is walked and which of it, and how its columns are called there. */
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
 * @param wide the collection is so large that in the order of all posts its own come soon: then that
 * order is walked, where otherwise all of the collection would be sorted.
 */
export function planPostList(query: PostListQuery, viewer: Viewer | null, wide = false): PostListPlan {
  const filters = filtersOf(query, viewer)
  const { beads, creators, collector, tagKeys, categories } = filters
  const asked = sortOf(query)
  const single = beads.length === 1 ? beads[0]! : null
  // Each playlist has a curated order of its own; all of them together have none.
  const sort = asked === 'curated' && beads.length !== 1 ? 'recent' : asked
  const driver = driverOf(filters, sort, wide)
  const alias = aliases[driver]
  const personal = beads.length + creators.length > 0 || collector !== undefined
  const parameters: Record<string, Parameters[string]> = { viewer: viewer?.uid, limit: query.limit + 1, from: query.from }

  let joins = driver === 'post' ? '' : 'no'
  /** A column of the driver, or else of the post, which is then read. */
  const of = (column: Column): string => {
    if (own[driver].includes(column)) return `${alias}."${column === 'id' && driver !== 'post' ? 'postId' : column}"`
    joins = `JOIN "post" p ON p."id" = ${alias}."postId"`
    return `p."${column}"`
  }
  /** `expression` is one of the values, which are bound under `name`. */
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
  const seen = (): string | null => {
    if (single !== null) return null
    if (viewer === null) return `${of('isDraft')} = FALSE`
    if (viewer.isAdmin) return null
    return `(${of('isDraft')} = FALSE OR EXISTS (SELECT 1 FROM "bead" v WHERE v."id" = ${of('beadId')} AND ${visibleTo(viewer)}))`
  }
  const tagged = (): string | null => {
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
      return `SELECT * FROM (SELECT t."postId" FROM "post_tag" t WHERE t."tagKey" = :tagKey${n} ORDER BY t."postId" DESC LIMIT ${windowed}) t${n}`
    })
    return `p."id" IN (${latest.join(' UNION ALL ')})`
  }
  const worded = (): string | null => {
    if (filters.query === undefined) return null
    const words = wordQuery('post', filters.query)
    Object.assign(parameters, words.parameters)
    return personal ? words.matches(of('id')) : `p."id" IN (SELECT * FROM (${words.source} LIMIT ${windowed}) found)`
  }
  // Where no index has the posts of one category in the order asked for, the order of all is walked: hence no column of an index.
  const sorted = categories.length === 1 && sort !== 'mostcollected' && sort !== 'shuffle'
  const inCategory = (): string | null =>
    categories.length === 0 ? null : among('category', sorted ? of('category') : `COALESCE(${of('category')}, '')`, categories)

  const conditions = [
    ...(collector === undefined ? [] : [collectedBy(collector)]),
    ...(beads.length === 0 ? [] : [among('bead', of('beadId'), beads)]),
    ...(creators.length === 0 ? [] : [among('createdby', of('creatorUid'), creators)]),
    inCategory(),
    tagged(),
    worded(),
    seen(),
    ...(filters.hasMedia || filters.aliveOnly ? [`${of('playable')} = TRUE`] : []),
    ...(filters.aliveOnly ? [`${of('isDead')} = FALSE`] : []),
    ...(filters.deadOnly ? [`${of('isDead')} = TRUE`] : []),
    ...(filters.featuredOnly
      ? [`EXISTS (SELECT 1 FROM "bead" f WHERE f."id" = ${of('beadId')} AND f."featuredCuratorUid" = ${of('creatorUid')})`]
      : []),
    // Nobody has collected, upvoted or commented on the others: they are not "top" (decision 9).
    ...(sort === 'top' ? [`${of('score')} > 0`] : []),
    exceptBlocked(viewer, of('creatorUid')),
  ].filter((condition) => condition !== null)

  const { place, walk, outer } = orderOf(sort, driver, () => of('score'))
  if (sort === 'shuffle') Object.assign(parameters, permutation(query.ts ?? 0), { modulus })
  const source = `"${driver}" ${alias} ${joins === 'no' ? '' : joins}`
  const where = conditions.length === 0 ? 'WHERE TRUE' : `WHERE ${conditions.join(' AND ')}`
  // The flag that posts have of their playlist is a copy: what is not to be seen stays unseen whatever it says.
  const visible = single === null ? ` AND CASE WHEN ${visibleTo(viewer)} THEN 1 ELSE 0 END = 1` : ''
  // CROSS makes SQLite begin with the page: it would rather go through all posts in the order that is asked for.
  const page = (ids: string, window: string): string =>
    `SELECT ${postColumns} FROM (${ids} ${window}) k CROSS JOIN "post" p ${postJoins} WHERE p."id" = k."id"${visible} ORDER BY ${outer}`
  const ids = (more = ''): string =>
    sort === 'curated' && driver === 'post'
      ? curatedIds(where)
      : `SELECT ${of('id')} AS "id"${place === null ? '' : `, ${place} AS "place"`} FROM ${source} ${where}${more} ORDER BY ${walk}`
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
    statement: page(ids(), 'LIMIT :limit OFFSET :from'),
    bucket: {
      statement: page(ids(between), 'LIMIT :some OFFSET :skip'),
      count: `SELECT COUNT(*) AS "total" FROM ${source} ${where}${between}`,
    },
    count: `SELECT COUNT(*) AS "total" FROM ${source} ${where}`,
  }
}

interface Order {
  /** What the walk goes by, where that is not the id. */
  place: string | null
  walk: string
  /** How the page's rows are then put in the same order: by what the walk found, for nothing else is the page's own. */
  outer: string
}

function orderOf(sort: Sort, driver: Driver, needPost: () => unknown): Order {
  const collected = driver === 'collected'
  const id = { post: 'p."id"', collected: 'c."postId"', post_tag: 't."postId"' }[driver]
  const byPlace = (place: string, way: '' | ' DESC'): Order => ({
    place,
    walk: `${place}${way}, ${id}${way}`,
    outer: `k."place"${way}, k."id"${way}`,
  })
  const byPost = (column: string): Order => {
    needPost()
    return byPlace(`p."${column}"`, ' DESC')
  }
  switch (sort) {
    case 'recent':
      return collected ? byPlace('c."collectedDate"', ' DESC') : { place: null, walk: `${id} DESC`, outer: 'k."id" DESC' }
    case 'earliest':
      return collected ? byPlace('c."collectedDate"', '') : { place: null, walk: id, outer: 'k."id"' }
    case 'shuffle':
      return byPlace(shuffledKey(collected ? 'c' : 'p'), '')
    case 'curated':
      if (!collected) return { place: null, walk: '', outer: 'k."place"' }
      needPost()
      return byPlace(curatedPlace, '')
    case 'top':
      return byPost('score')
    case 'mostcollected':
      return byPost('collectCount')
    case 'trending':
      return byPost('heat')
  }
}

/** @param total how many posts there are, asked only where it matters. */
export async function readPostList(
  db: DataSource,
  plan: PostListPlan,
  query: PostListQuery,
  total: () => Promise<number>,
): Promise<RawPost[]> {
  // Only of posts there is an index by shuffle keys.
  const cut = plan.sort === 'shuffle' && plan.driver === 'post' && plan.filters.tagKeys.length === 0
  const buckets = cut ? bucketsFor(await total()) : 1
  if (buckets === 1) return sql<RawPost>(db, plan.statement, plan.parameters)
  return readShuffled(
    bucketOrder(query.ts ?? 0, buckets),
    {
      count: async (bucket: Bucket) =>
        Number((await sql<{ total: number | string }>(db, plan.bucket.count, { ...plan.parameters, ...bucket }))[0]!.total),
      read: (bucket, some, skip) => sql<RawPost>(db, plan.bucket.statement, { ...plan.parameters, ...bucket, some, skip }),
    },
    query.from,
    query.limit + 1,
  )
}

/** A list of all that the filters leave. */
export const countQuery = (query: PostFilters): PostListQuery => ({ ...query, from: 0, limit: 1 })
