/** Translates a query of the API into queries of the index. */
import type { DataSource } from 'typeorm'
import type { Viewer } from '#access/viewer.ts'
import { maxReachableHits, type Search, type SearchHit, type SearchPage, type SearchQuery } from '#search/port.ts'
import { isCategory, tagKey, type CallOutput } from '#contract/index.ts'
import { searchTypes, type SearchType } from '#contract/schemas/lookups.ts'
import { sql } from '#db/sql.ts'
import { StrandError } from '#http/errors.ts'

type SearchRequest = CallOutput<'GET /api/v2/search'>['query']

/** Results from an offset on. The order does not depend on `limit`. */
export type Listing = (from: number, limit: number) => Promise<SearchPage>

/** Posts of a collection that are searched, the latest ones. */
const maxCollected = 10_000
/** Excluded authors per query. */
const maxBlocked = 1000

const isType = (value: string): value is SearchType => (searchTypes as readonly string[]).includes(value)

/** `*` or `bead ` searches playlists, `@` members, `#` a tag (B3). */
function splitHandle(text: string): { text: string; handle: '*' | '#' | '@' | null } {
  const [, handle, rest] = /^([*#@]|bead\s)\s*(.*)$/isu.exec(text.trim()) ?? []
  if (handle === undefined) return { text: text.trim(), handle: null }
  return { text: rest!, handle: handle === '#' || handle === '@' ? handle : '*' }
}

/** Unknown types are ignored; without a type, or with `all`, every type is searched. */
function typesOf(type: string | undefined): SearchType[] {
  const names = (type?.trim() || 'all').split(',').map((one) => one.trim())
  return names.includes('all') ? [...searchTypes] : searchTypes.filter((one) => names.includes(one) && isType(one))
}

/** The latest posts that a member collected, with their playlists and creators. */
async function collectionOf(db: DataSource, uid: string): Promise<NonNullable<SearchQuery['among']>> {
  const rows = await sql<{ postId: string; beadId: string; creatorUid: string }>(
    db,
    'SELECT "postId", "beadId", "creatorUid" FROM "collected" WHERE "uid" = :uid ORDER BY "collectedDate" DESC, "postId" DESC LIMIT :maxCollected',
    { uid, maxCollected },
  )
  const unique = (key: (row: (typeof rows)[number]) => string): string[] => [...new Set(rows.map(key))]
  return { post: unique(({ postId }) => postId), bead: unique(({ beadId }) => beadId), member: unique(({ creatorUid }) => creatorUid) }
}

/** Members whom the viewer blocks. */
export async function blockedBy(db: DataSource, viewer: Viewer | null): Promise<string[]> {
  if (!viewer?.hides) return []
  const rows = await sql<{ uid: string }>(
    db,
    `SELECT "otherUid" AS "uid" FROM "block_or_mute" WHERE "uid" = :uid AND "kind" = 'block' LIMIT :maxBlocked`,
    { uid: viewer.uid, maxBlocked },
  )
  return rows.map(({ uid }) => uid)
}

export const readerOf = (viewer: Viewer | null): SearchQuery['reader'] => viewer && { uid: viewer.uid, isAdmin: viewer.isAdmin }

const emptyListing: Listing = async () => ({ hits: [], next: null, total: 0 })

type IndexQuery = Omit<SearchQuery, 'from' | 'limit' | 'unfinished'>

/** Matches whole words, and the last one as a prefix if it is unfinished or if nothing matches otherwise. */
const createListing =
  (index: Search, indexQuery: IndexQuery, unfinished: boolean): Listing =>
  async (from, limit) => {
    if (indexQuery.types.length === 0) return emptyListing(from, limit)
    const page = await index.search({ ...indexQuery, unfinished, from, limit })
    return page.total > 0 || unfinished ? page : index.search({ ...indexQuery, unfinished: true, from, limit })
  }

/**
 * A first page with at least one result of every type that has results (decision 54). `next` is the offset of the first result
 * that was displaced, so that none is lost.
 *
 * @param listingOf the listing of these types alone.
 */
function withEveryType(listingOf: (types: readonly SearchType[]) => Listing, types: readonly SearchType[]): Listing {
  return async (from, limit) => {
    const page = await listingOf(types)(from, limit)
    // The page contains all results.
    if (from > 0 || page.next === null) return page
    const missing = types.filter((type) => !page.hits.some((hit) => hit.type === type))
    const added = (await Promise.all(missing.map((type) => listingOf([type])(0, 1)))).flatMap(({ hits }) => hits)
    const isFirst = ({ type }: SearchHit, position: number): boolean => page.hits.findIndex((hit) => hit.type === type) === position
    let remaining = limit - added.length - page.hits.filter(isFirst).length
    const shown = page.hits.filter((hit, position) => isFirst(hit, position) || (remaining -= 1) >= 0)
    const firstDropped = page.hits.findIndex((hit) => !shown.includes(hit))
    return { hits: [...shown, ...added].slice(0, limit), next: firstDropped < 0 ? page.next : firstDropped, total: page.total }
  }
}

/** Number of entries of the first list among the first `count` entries of two lists interleaved one to two. */
export function shareOf(count: number, first: number, second: number): number {
  return Math.min(first, Math.max(Math.ceil(count / 3), count - second))
}

/** Interleaves one result of the first list and two of the second; the rest of the longer list follows. */
function interleave(first: Listing, second: Listing): Listing {
  return async (from, limit) => {
    const [one, two] = await Promise.all([first(0, 1), second(0, 1)])
    const total = Math.min(one.total + two.total, maxReachableHits)
    const end = Math.min(from + limit, total)
    if (from >= end) return { hits: [], next: null, total }
    const countOfFirst = (count: number): number => shareOf(count, one.total, two.total)
    const readPart = (list: Listing, begin: number, stop: number) => (stop > begin ? list(begin, stop - begin) : emptyListing(0, 1))
    const [firstHits, secondHits] = await Promise.all([
      readPart(first, countOfFirst(from), countOfFirst(end)),
      readPart(second, from - countOfFirst(from), end - countOfFirst(end)),
    ])
    const hits = Array.from({ length: end - from }, (_none, n) => {
      const own = countOfFirst(from + n) - countOfFirst(from)
      return countOfFirst(from + n + 1) > countOfFirst(from + n) ? firstHits.hits[own] : secondHits.hits[n - own]
    })
    return { hits: hits.filter((hit) => hit !== undefined), next: end < total ? end : null, total }
  }
}

/** Throws `unauthenticated` if a visitor searches their own collection, or playlists to post to. */
export async function listingFor(
  db: DataSource,
  index: Search,
  request: SearchRequest,
  viewer: Viewer | null,
  blocked: readonly string[],
): Promise<Listing> {
  const writable = request.write === true
  if ((request.collectedby === 'self' || writable) && viewer === null) throw new StrandError('unauthenticated')
  if (writable && !viewer!.privileges.canPost) return emptyListing
  const { text, handle } = splitHandle(request.q)
  const types = typesOf(request.type).filter((type) =>
    handle === '@' ? type === 'member' : handle === '*' || writable ? type === 'bead' : true,
  )
  const collector = request.collectedby === 'self' ? viewer!.uid : request.collectedby
  // "all" and unknown categories do not filter (decision 22).
  const category = request.category !== undefined && isCategory(request.category) ? request.category : undefined
  const tag = request.tag === undefined ? undefined : tagKey(request.tag)
  if (tag === '') return emptyListing
  const indexQuery: Omit<IndexQuery, 'types'> = {
    text,
    reader: readerOf(viewer),
    ...(handle === '@' && { namesOnly: true }),
    ...(writable && { writable }),
    ...(category !== undefined && { category }),
    ...(tag !== undefined && { tag }),
    ...(collector !== undefined && { among: await collectionOf(db, collector) }),
    ...(blocked.length > 0 && { excludedAuthors: blocked }),
  }
  const key = tagKey(text)
  if (handle === '#' && key === '') return emptyListing
  const listingOf = (some: readonly SearchType[]): Listing => {
    if (handle !== '#') return createListing(index, { ...indexQuery, types: some }, request.autocomplete === true)
    const tags = createListing(index, { ...indexQuery, text: key, types: some.filter((type) => type === 'tag') }, true)
    // With a `tag` filter, the tag of the handle is searched as a word.
    const tagged = { ...indexQuery, ...(tag === undefined ? { text: '', tag: key } : { text: key }) }
    return interleave(tags, createListing(index, { ...tagged, types: some.filter((type) => type === 'bead' || type === 'post') }, false))
  }
  if (request.sections !== true && request.autocomplete !== true) return listingOf(types)
  const firstPage = withEveryType(listingOf, types)
  if (request.autocomplete === true || handle === '#') return firstPage
  // A pasted text is matched by whole words, and counted as on the results page.
  const exactCount = createListing(index, { ...indexQuery, types }, true)
  return async (from, limit) => {
    const [page, { total }] = await Promise.all([firstPage(from, limit), exactCount(0, 1)])
    return { ...page, total: Math.max(page.total, total) }
  }
}
