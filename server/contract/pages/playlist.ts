/**
 * Which posts a playlist page shows first. The server inlines that answer into the document and the
 * page asks for it, so both must come to the very same query.
 */
import { limits } from '../limits.ts'
import { playlistSorts, type PlaylistSort } from '../rules.ts'

/** `shuffle` is chosen in an address only; a playlist cannot have it as its own order. */
export type ShownSort = PlaylistSort | 'shuffle'

/** What narrows the posts down, as an address or a partner's own filter says it. */
export interface PlaylistFilters {
  tag?: string
  /** `self`: what the asking member collected. */
  collectedby?: string
  createdby?: string
  category?: string
  q?: string
  /** `1`: only those whose link is dead (BY8). */
  dead?: '1'
}

export interface PlaylistPostQuery extends PlaylistFilters {
  bead: string
  sort: ShownSort
  /** Seed of the shuffled order: it stands in the address, so that paging, going back and a reload find the same one. */
  ts?: number
  from: number
  limit: number
}

interface PlaylistShown {
  id: string
  invitees?: readonly unknown[] | undefined
  sort?: PlaylistSort | undefined
  partnerMetaData?: { customFilters?: readonly CustomFilter[] | undefined } | undefined
}

interface CustomFilter {
  name: string
  endpoint: string
}

const filterNames = ['tag', 'collectedby', 'createdby', 'category', 'q', 'dead'] as const
const isSort = (value: unknown): value is ShownSort => value === 'shuffle' || playlistSorts.some((sort) => sort === value)

/** What an address says of the posts that it wants to see. */
const wishes = ['sort', 'page', 'filter', 'tag', 'collectedby', 'createdby', 'dead'] as const

/**
 * A post's own page is a preview of its playlist: the first posts in the order in which they came, and a link to all of
 * them. An address that asks for some posts or for an order gets the whole list below the post.
 */
export const isPreview = (params: URLSearchParams): boolean => wishes.every((name) => !params.has(name))

/**
 * Order of precedence (decisions 10 and 25): an explicit `sort`, then a page number (earliest), then
 * the order that the playlist itself asks for, then invite-only or preview (earliest), then top. Where top turns out empty the page asks again with `recent`.
 * `page` counts from 1 in pages of 15 (B9). `tag`, `createdby` and `collectedby=self` narrow the posts down, which come
 * in the recent order then: top knows only what was collected or talked about.
 *
 * @param below the posts stand below one of them, on its own page
 */
export function playlistPostQuery(bead: PlaylistShown, params: URLSearchParams, below = false): PlaylistPostQuery {
  const limit = limits.page.posts
  const own = customFilterOf(bead, params)
  const filters = { ...(own && filtersOf(own)), ...addressFilters(params) }
  const asked = [params.get('sort'), own?.get('sort')].find(isSort)
  const page = Number(params.get('page'))
  const paged = Number.isSafeInteger(page) && page > 0
  const usual = Object.keys(filters).length > 0 ? 'recent' : 'top'
  const sort = asked ?? (paged ? 'earliest' : (bead.sort ?? (bead.invitees || (below && isPreview(params)) ? 'earliest' : usual)))
  const from = paged ? (page - 1) * limit : 0
  return {
    bead: own?.get('bead') ?? bead.id,
    sort,
    from,
    limit,
    ...filters,
    ...(sort === 'shuffle' && { ts: seedOf(params.get('ts') ?? own?.get('ts')) }),
  }
}

const seedOf = (text: string | null | undefined): number => (/^\d{1,15}$/.test(text ?? '') ? Number(text) : 0)

/** Whether the page may fall back to recent order: only where nobody asked for top by name, nor for some posts only. */
export const mayFallBack = (query: PlaylistPostQuery, params: URLSearchParams): boolean =>
  query.sort === 'top' && params.get('sort') !== 'top' && !asksForSome(query)

export const asksForSome = (query: PlaylistFilters): boolean => filterNames.some((name) => query[name] !== undefined)

function addressFilters(params: URLSearchParams): PlaylistFilters {
  const [tag, createdby] = [params.get('tag')?.trim(), params.get('createdby')?.trim()]
  return {
    ...(tag && { tag }),
    // Nobody else's name can be meant: the whole list is better than a refusal.
    ...(createdby && /^[\w.]{1,50}$/.test(createdby) && { createdby }),
    ...(params.get('collectedby') === 'self' && { collectedby: 'self' }),
    ...(params.get('dead') === '1' && { dead: '1' }),
  }
}

const filtersOf = (call: URLSearchParams): PlaylistFilters =>
  Object.fromEntries(filterNames.flatMap((name) => (call.get(name) ? [[name, call.get(name)]] : [])))

const base = 'https://strand.invalid'

/** What a filter lists, where it lists posts: a partner may name any call of the API, and a page can only show these. */
export function filterCall({ endpoint }: CustomFilter): URLSearchParams | null {
  if (!URL.canParse(endpoint, base)) return null
  const { origin, pathname, searchParams } = new URL(endpoint, base)
  return origin === base && pathname === '/api/v0/posts' ? searchParams : null
}

/** The playlist's own filter that the address names: `filter={name}` (PS1). */
export function customFilterOf({ partnerMetaData }: PlaylistShown, params: URLSearchParams): URLSearchParams | null {
  const name = params.get('filter')
  const filter = name === null ? undefined : partnerMetaData?.customFilters?.find((one) => one.name === name)
  return filter ? filterCall(filter) : null
}
