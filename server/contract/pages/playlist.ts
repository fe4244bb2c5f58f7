/**
 * Defines the first query of a playlist page. The server inlines the answer into the document, so the server and the page must build
 * identical queries.
 */
import { limits } from '../limits.ts'
import { playlistSorts, type PlaylistSort } from '../rules.ts'

/** `shuffle` is only available in an address; a playlist cannot have it as its default order. */
export type ShownSort = PlaylistSort | 'shuffle'

/** Filters from an address or from a partner's saved filter. */
export interface PlaylistFilters {
  tag?: string
  /** `self`: collected by the viewer. */
  collectedby?: string
  createdby?: string
  category?: string
  q?: string
  /** `1`: only posts with a dead link (BY8). */
  dead?: '1'
}

export interface PlaylistPostQuery extends PlaylistFilters {
  bead: string
  sort: ShownSort
  /** Seed of the shuffled order. It is in the address, so that paging, Back and a reload give the same order. */
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

/** Post filters and order from an address. */
const listParams = ['sort', 'page', 'filter', 'tag', 'collectedby', 'createdby', 'dead'] as const

/**
 * A post's page previews its playlist: the first posts in chronological order, and a link to all. With filters or an order in the address
 * the whole list is shown below the post.
 */
export const isPreview = (params: URLSearchParams): boolean => listParams.every((name) => !params.has(name))

/**
 * Order of precedence (decisions 10 and 25): an explicit `sort`, then a page number (earliest), then the playlist's default order, then
 * invite-only or preview (earliest), then top. If top is empty, the page queries again with `recent`. `page` counts from 1 in pages of 15
 * (B9). `tag`, `createdby` and `collectedby=self` filter the posts and switch to the recent order, since top only contains posts with
 * activity.
 * @param below whether the list is below a post, on that post's page
 */
export function playlistPostQuery(bead: PlaylistShown, params: URLSearchParams, below = false): PlaylistPostQuery {
  const limit = limits.page.posts
  const own = customFilterOf(bead, params)
  const filters = { ...(own && filtersOf(own)), ...addressFilters(params) }
  const requested = [params.get('sort'), own?.get('sort')].find(isSort)
  const page = Number(params.get('page'))
  const paged = Number.isSafeInteger(page) && page > 0
  const defaultSort = Object.keys(filters).length > 0 ? 'recent' : 'top'
  const sort = requested ?? (paged ? 'earliest' : (bead.sort ?? (bead.invitees || (below && isPreview(params)) ? 'earliest' : defaultSort)))
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

/** Whether the page may fall back to the recent order: only if neither top nor a filter was requested explicitly. */
export const mayFallBack = (query: PlaylistPostQuery, params: URLSearchParams): boolean =>
  query.sort === 'top' && params.get('sort') !== 'top' && !hasFilters(query)

export const hasFilters = (query: PlaylistFilters): boolean => filterNames.some((name) => query[name] !== undefined)

function addressFilters(params: URLSearchParams): PlaylistFilters {
  const [tag, createdby] = [params.get('tag')?.trim(), params.get('createdby')?.trim()]
  return {
    ...(tag && { tag }),
    // Only the viewer's own collection is available as a filter; any other value shows the whole list.
    ...(createdby && /^[\w.]{1,50}$/.test(createdby) && { createdby }),
    ...(params.get('collectedby') === 'self' && { collectedby: 'self' }),
    ...(params.get('dead') === '1' && { dead: '1' }),
  }
}

const filtersOf = (call: URLSearchParams): PlaylistFilters =>
  Object.fromEntries(filterNames.flatMap((name) => (call.get(name) ? [[name, call.get(name)]] : [])))

const base = 'https://strand.invalid'

/** The post filters of a partner's saved filter. It may name any call of the API, but a page can only show posts. */
export function filterCall({ endpoint }: CustomFilter): URLSearchParams | null {
  if (!URL.canParse(endpoint, base)) return null
  const { origin, pathname, searchParams } = new URL(endpoint, base)
  return origin === base && pathname === '/api/v0/posts' ? searchParams : null
}

/** The playlist's saved filter that the address names: `filter={name}` (PS1). */
export function customFilterOf({ partnerMetaData }: PlaylistShown, params: URLSearchParams): URLSearchParams | null {
  const name = params.get('filter')
  const filter = name === null ? undefined : partnerMetaData?.customFilters?.find((one) => one.name === name)
  return filter ? filterCall(filter) : null
}
