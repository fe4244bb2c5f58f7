/** From what is asked of the API to what is asked of an index. */
import type { DataSource } from 'typeorm'
import type { Viewer } from '#access/viewer.ts'
import { maxReachableHits, type Search, type SearchHit, type SearchPage, type SearchQuery } from '#search/port.ts'
import { isCategory, tagKey, type CallOutput } from '#contract/index.ts'
import { searchTypes, type SearchType } from '#contract/schemas/lookups.ts'
import { sql } from '#db/sql.ts'
import { StrandError } from '#http/errors.ts'

type Asked = CallOutput<'GET /api/v2/search'>['query']

/** What is found, from a place on. Answers the same finds in the same places, whatever `limit` is. */
export type Listing = (from: number, limit: number) => Promise<SearchPage>

/** Posts of a collection that are searched, the latest. */
const mostCollected = 10_000
/** Members whose finds an index is told to leave out. */
const mostBlocked = 1000

const isType = (value: string): value is SearchType => (searchTypes as readonly string[]).includes(value)

/** `*` or `bead ` asks for playlists, `@` for members, `#` for a tag (B3); the handle is no part of the words. */
function withoutHandle(text: string): { words: string; handle: '*' | '#' | '@' | null } {
  const [, handle, words] = /^([*#@]|bead\s)\s*(.*)$/isu.exec(text.trim()) ?? []
  if (handle === undefined) return { words: text.trim(), handle: null }
  return { words: words!, handle: handle === '#' || handle === '@' ? handle : '*' }
}

/** A type that is not known finds nothing; none, or `all`, is every one. */
function typesOf(type: string | undefined): SearchType[] {
  const named = (type?.trim() || 'all').split(',').map((one) => one.trim())
  return named.includes('all') ? [...searchTypes] : searchTypes.filter((one) => named.includes(one) && isType(one))
}

/** Of the latest posts that a member collected: the posts, their playlists and their creators. */
async function collectionOf(db: DataSource, uid: string): Promise<NonNullable<SearchQuery['among']>> {
  const rows = await sql<{ postId: string; beadId: string; creatorUid: string }>(
    db,
    'SELECT "postId", "beadId", "creatorUid" FROM "collected" WHERE "uid" = :uid ORDER BY "collectedDate" DESC, "postId" DESC LIMIT :most',
    { uid, most: mostCollected },
  )
  const each = (key: (row: (typeof rows)[number]) => string): string[] => [...new Set(rows.map(key))]
  return { post: each(({ postId }) => postId), bead: each(({ beadId }) => beadId), member: each(({ creatorUid }) => creatorUid) }
}

/** Whom the viewer blocks: theirs is not found. */
export async function blockedBy(db: DataSource, viewer: Viewer | null): Promise<string[]> {
  if (!viewer?.hides) return []
  const rows = await sql<{ uid: string }>(
    db,
    `SELECT "otherUid" AS "uid" FROM "block_or_mute" WHERE "uid" = :uid AND "kind" = 'block' LIMIT :most`,
    { uid: viewer.uid, most: mostBlocked },
  )
  return rows.map(({ uid }) => uid)
}

export const readerOf = (viewer: Viewer | null): SearchQuery['reader'] => viewer && { uid: viewer.uid, isAdmin: viewer.isAdmin }

const nothing: Listing = async () => ({ hits: [], next: null, total: 0 })

type Question = Omit<SearchQuery, 'from' | 'limit' | 'unfinished'>

/** Whole words, and the last one as a beginning where it is unfinished or where nothing has the words. */
const listing =
  (index: Search, question: Question, unfinished: boolean): Listing =>
  async (from, limit) => {
    if (question.types.length === 0) return nothing(from, limit)
    const page = await index.search({ ...question, unfinished, from, limit })
    return page.total > 0 || unfinished ? page : index.search({ ...question, unfinished: true, from, limit })
  }

/**
 * A first page on which every type with results has a place (decision 54): the best of each type, then the best
 * matches. `next` is the place of the first result that was left out for that, so that none is lost.
 *
 * @param of the listing of these types alone.
 */
function withEveryType(of: (types: readonly SearchType[]) => Listing, types: readonly SearchType[]): Listing {
  return async (from, limit) => {
    const page = await of(types)(from, limit)
    // All are there already.
    if (from > 0 || page.next === null) return page
    const missing = types.filter((type) => !page.hits.some((hit) => hit.type === type))
    const added = (await Promise.all(missing.map((type) => of([type])(0, 1)))).flatMap(({ hits }) => hits)
    const isFirst = ({ type }: SearchHit, place: number): boolean => page.hits.findIndex((hit) => hit.type === type) === place
    let room = limit - added.length - page.hits.filter(isFirst).length
    const kept = page.hits.filter((hit, place) => isFirst(hit, place) || (room -= 1) >= 0)
    const firstDropped = page.hits.findIndex((hit) => !kept.includes(hit))
    return { hits: [...kept, ...added].slice(0, limit), next: firstDropped < 0 ? page.next : firstDropped, total: page.total }
  }
}

/** Of the first so many of two lists that take turns, one to two, those that are the first list's. */
export function shareOf(count: number, first: number, second: number): number {
  return Math.min(first, Math.max(Math.ceil(count / 3), count - second))
}

/** One of the first list, two of the second, and so on; where either ends the other goes on. */
function interleave(first: Listing, second: Listing): Listing {
  return async (from, limit) => {
    const [one, two] = await Promise.all([first(0, 1), second(0, 1)])
    const total = Math.min(one.total + two.total, maxReachableHits)
    const end = Math.min(from + limit, total)
    if (from >= end) return { hits: [], next: null, total }
    const share = (count: number): number => shareOf(count, one.total, two.total)
    const part = (list: Listing, begin: number, stop: number) => (stop > begin ? list(begin, stop - begin) : nothing(0, 1))
    const [ones, twos] = await Promise.all([part(first, share(from), share(end)), part(second, from - share(from), end - share(end))])
    const hits = Array.from({ length: end - from }, (_none, n) => {
      const own = share(from + n) - share(from)
      return share(from + n + 1) > share(from + n) ? ones.hits[own] : twos.hits[n - own]
    })
    return { hits: hits.filter((hit) => hit !== undefined), next: end < total ? end : null, total }
  }
}

/** Throws `unauthenticated` where an anonymous visitor searches a collection of their own, or playlists to post to. */
export async function listingFor(
  db: DataSource,
  index: Search,
  asked: Asked,
  viewer: Viewer | null,
  blocked: readonly string[],
): Promise<Listing> {
  const writable = asked.write === true
  if ((asked.collectedby === 'self' || writable) && viewer === null) throw new StrandError('unauthenticated')
  if (writable && !viewer!.privileges.canPost) return nothing
  const { words, handle } = withoutHandle(asked.q)
  const types = typesOf(asked.type).filter((type) =>
    handle === '@' ? type === 'member' : handle === '*' || writable ? type === 'bead' : true,
  )
  const collector = asked.collectedby === 'self' ? viewer!.uid : asked.collectedby
  // "all" and what is no category narrow nothing down (decision 22).
  const category = asked.category !== undefined && isCategory(asked.category) ? asked.category : undefined
  const tag = asked.tag === undefined ? undefined : tagKey(asked.tag)
  if (tag === '') return nothing
  const question: Omit<Question, 'types'> = {
    text: words,
    reader: readerOf(viewer),
    ...(handle === '@' && { namesOnly: true }),
    ...(writable && { writable }),
    ...(category !== undefined && { category }),
    ...(tag !== undefined && { tag }),
    ...(collector !== undefined && { among: await collectionOf(db, collector) }),
    ...(blocked.length > 0 && { without: blocked }),
  }
  const key = tagKey(words)
  if (handle === '#' && key === '') return nothing
  const of = (some: readonly SearchType[]): Listing => {
    if (handle !== '#') return listing(index, { ...question, types: some }, asked.autocomplete === true)
    const tags = listing(index, { ...question, text: key, types: some.filter((type) => type === 'tag') }, true)
    // A second tag beside the handle's: the first is then looked for as a word.
    const tagged = { ...question, ...(tag === undefined ? { text: '', tag: key } : { text: key }) }
    return interleave(tags, listing(index, { ...tagged, types: some.filter((type) => type === 'bead' || type === 'post') }, false))
  }
  if (asked.sections !== true && asked.autocomplete !== true) return of(types)
  const live = withEveryType(of, types)
  if (asked.autocomplete === true || handle === '#') return live
  // A pasted text is matched by whole words, and counted as on the results page.
  const counting = listing(index, { ...question, types }, true)
  return async (from, limit) => {
    const [page, { total }] = await Promise.all([live(from, limit), counting(0, 1)])
    return { ...page, total: Math.max(page.total, total) }
  }
}
