/**
 * Parses collection addresses and defines the first queries of the collection page (B2 "Collection page", R7, R13). The server inlines
 * the answers into the document, so the server and the page must build identical queries.
 */
import { idPattern } from '../ids.ts'
import { limits } from '../limits.ts'
import { cut, isCategory, isUid, tagKey, tidy, type Category } from '../rules.ts'

export const collectionSorts = ['recent', 'earliest', 'shuffle', 'top', 'mostcollected'] as const
export type CollectionSort = (typeof collectionSorts)[number]

/** `/collection`, `/p/{uid}/collection` and `/p/{uid}/posts/created|collected`. */
export interface CollectionAddress {
  uid: string | null
  of: 'collected' | 'created'
}

/** Filters of a collection (Y2): values within a group are alternatives, groups are combined with AND. */
export interface CollectionFilters {
  tag: readonly string[]
  bead: readonly string[]
  createdby: readonly string[]
  category: readonly Category[]
}
export type FilterGroup = keyof CollectionFilters

export interface CollectionQuery {
  /** The collection's member; null if only authors are given, or without a session. */
  whose: string | null
  /** Whether the collection is the viewer's own. */
  own: boolean
  of: CollectionAddress['of']
  filters: CollectionFilters
  q: string
  sort: CollectionSort
  /** Seed of a shuffled order. */
  ts: number
  autoplay: boolean
}

/** Posts per page (A9, the feed's page size). */
export const collectionPage = limits.feed.pageOfSite

/** The server's limits: values per parameter, and characters of a search text. */
const maxima = { tag: 19, bead: 50, createdby: 50, category: 11, q: 200 }

/** The parts of a comma-separated list, without duplicates. */
const listed = (params: URLSearchParams, ...names: string[]): string[] => [
  ...new Set(
    names
      .flatMap((name) => params.getAll(name))
      .flatMap((value) => value.split(','))
      .map((part) => part.trim())
      .filter(Boolean),
  ),
]

function filtersIn(params: URLSearchParams): CollectionFilters {
  return {
    tag: [...new Set(listed(params, 'tag').map(tagKey))].filter((key) => key !== '').slice(0, maxima.tag),
    bead: listed(params, 'bead')
      .filter((id) => idPattern('bead').test(id))
      .slice(0, maxima.bead),
    // The documents' name for the same option is `member`.
    createdby: listed(params, 'createdby', 'member').filter(isUid).slice(0, maxima.createdby),
    category: listed(params, 'category').filter(isCategory).slice(0, maxima.category),
  }
}

/**
 * Without a member in the address it is the viewer's own collection, unless the query names a member, or only authors: then it lists the
 * posts of these authors. A single author alone equals the list under the author's own address.
 * @param viewer the viewer's uid; null for a visitor.
 */
export function parseCollectionQuery({ uid, of }: CollectionAddress, params: URLSearchParams, viewer: string | null): CollectionQuery {
  const filters = filtersIn(params)
  const named = params.get('collectedby') ?? ''
  const collector = named === 'self' ? viewer : isUid(named) ? named : null
  const posted = uid === null && named === '' && filters.createdby.length > 0
  const poster = posted && filters.createdby.length === 1 ? filters.createdby[0]! : null
  const whose = uid ?? poster ?? (posted ? null : (collector ?? (named === '' ? viewer : null)))
  const sort = collectionSorts.find((one) => one === params.get('sort')) ?? 'recent'
  const ts = Number(params.get('ts') ?? '')
  return {
    whose,
    own: whose !== null && whose === viewer,
    of: posted ? 'created' : of,
    filters: of === 'created' || poster !== null ? { ...filters, createdby: [] } : filters,
    q: cut(tidy(params.get('q') ?? ''), maxima.q).trim(),
    sort,
    ts: sort === 'shuffle' && Number.isSafeInteger(ts) && ts >= 0 ? ts : 0,
    autoplay: ['1', 'true'].includes(params.get('autoplay') ?? ''),
  }
}

/** Whether there is a list to show: a visitor has no collection. */
export const hasCollection = ({ whose, filters }: CollectionQuery): boolean => whose !== null || filters.createdby.length > 0

export const isNarrowed = ({ whose, q, filters }: CollectionQuery): boolean =>
  q !== '' ||
  filters.tag.length > 0 ||
  filters.bead.length > 0 ||
  filters.category.length > 0 ||
  (whose !== null && filters.createdby.length > 0)

/** The filters as parameters of the API. */
function postsIn({ whose, of, filters, q }: CollectionQuery) {
  const createdby = of === 'created' && whose !== null ? [whose] : filters.createdby
  return {
    ...(of === 'collected' && whose !== null && { collectedby: whose }),
    ...(createdby.length > 0 && { createdby: createdby.join() }),
    ...(filters.tag.length > 0 && { tag: filters.tag.join() }),
    ...(filters.bead.length > 0 && { bead: filters.bead.join() }),
    ...(filters.category.length > 0 && { category: filters.category.join() }),
    ...(q !== '' && { q }),
  }
}

/** `GET /api/v0/posts` without paging, also used as the source of the player's queue. */
export const collectionPosts = (query: CollectionQuery) => ({
  ...postsIn(query),
  sort: query.sort,
  ...(query.sort === 'shuffle' && { ts: query.ts }),
})

export const collectionPostsQuery = (query: CollectionQuery) => ({ ...collectionPosts(query), from: 0, limit: collectionPage })

/** Filter groups of the panel, with the API's type of each. */
export const panelGroups = { tag: 'tag', bead: 'bead', createdby: 'member' } as const
export type PanelGroup = keyof typeof panelGroups

/**
 * `GET /api/v1/collection/filters`: the available values of each group among the listed posts. A group with a chosen value needs its
 * other values too, so it is queried separately, without that choice.
 */
export function collectionFiltersQuery(query: CollectionQuery, group: PanelGroup, limit: number = limits.page.filters) {
  const alone = query.filters[group].length > 0 || limit !== limits.page.filters
  return alone
    ? { ...postsIn({ ...query, filters: { ...query.filters, [group]: [] } }), limit, type: panelGroups[group] }
    : { ...postsIn(query), limit }
}

/** The collection's address without default parameters. */
export function collectionHref(query: CollectionQuery): string {
  const { whose, own, of, filters, q, sort, ts } = query
  const ownPath = own && of === 'collected'
  const path = ownPath || whose === null ? '/collection' : of === 'created' ? `/p/${whose}/posts/created` : `/p/${whose}/collection`
  const params = new URLSearchParams()
  // `createdby` alone would mean all posts of these authors.
  if (ownPath && filters.createdby.length > 0) params.set('collectedby', 'self')
  for (const group of ['category', 'tag', 'bead', 'createdby'] as const)
    if (filters[group].length > 0) params.set(group, filters[group].join())
  if (q !== '') params.set('q', q)
  if (sort !== 'recent') params.set('sort', sort)
  if (sort === 'shuffle') params.set('ts', String(ts))
  // Commas need no escaping in a query.
  const search = params.toString().replaceAll('%2C', ',')
  return search === '' ? path : `${path}?${search}`
}

/** The collection without filters and search text. */
export const unfiltered = (query: CollectionQuery): CollectionQuery => ({
  ...query,
  q: '',
  filters: { tag: [], bead: [], createdby: query.whose === null ? query.filters.createdby : [], category: [] },
})

/** Toggles one value of a filter group. */
export function toggled(query: CollectionQuery, group: FilterGroup, id: string): CollectionQuery {
  const chosen = query.filters[group] as readonly string[]
  const next = chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]
  return { ...query, filters: { ...query.filters, [group]: next } }
}
