/**
 * What the addresses of collections mean, and what their page asks for first (B2 "Collection page", R7, R13). The
 * server inlines these answers into the document and the page asks for them, so both must come to the very same queries.
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

/** What a collection is narrowed down to (Y2): any of a group will do, and the groups narrow each other down. */
export interface CollectionFilters {
  tag: readonly string[]
  bead: readonly string[]
  createdby: readonly string[]
  category: readonly Category[]
}
export type FilterGroup = keyof CollectionFilters

export interface CollectionAsked {
  /** Whose it is; null where only posts of several members are asked for, or nobody is signed in. */
  whose: string | null
  /** Whether it is the collection of who asks. */
  own: boolean
  of: CollectionAddress['of']
  filters: CollectionFilters
  q: string
  sort: CollectionSort
  /** Seed of a shuffled order. */
  ts: number
  autoplay: boolean
}

/** Posts of a page (A9, the feed's usual one). */
export const collectionPage = limits.feed.pageOfSite

/** As many as the server takes in one parameter, and characters of words. */
const most = { tag: 19, bead: 50, createdby: 50, category: 11, q: 200 }

/** The parts of a comma list, each once. */
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
    tag: [...new Set(listed(params, 'tag').map(tagKey))].filter((key) => key !== '').slice(0, most.tag),
    bead: listed(params, 'bead')
      .filter((id) => idPattern('bead').test(id))
      .slice(0, most.bead),
    // `member` is what the documents' options call the same thing.
    createdby: listed(params, 'createdby', 'member').filter(isUid).slice(0, most.createdby),
    category: listed(params, 'category').filter(isCategory).slice(0, most.category),
  }
}

/**
 * @param viewer the uid of who asks; null for a visitor.
 *
 * Without a member in the address it is one's own, unless the query names whose it is, or only who posted:
 * then it is what these have posted. Of one of them alone it is the same as under their own address.
 */
export function collectionAsked({ uid, of }: CollectionAddress, params: URLSearchParams, viewer: string | null): CollectionAsked {
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
    q: cut(tidy(params.get('q') ?? ''), most.q).trim(),
    sort,
    ts: sort === 'shuffle' && Number.isSafeInteger(ts) && ts >= 0 ? ts : 0,
    autoplay: ['1', 'true'].includes(params.get('autoplay') ?? ''),
  }
}

/** Whether there is anything to show: a visitor has no collection of their own. */
export const hasCollection = ({ whose, filters }: CollectionAsked): boolean => whose !== null || filters.createdby.length > 0

export const isNarrowed = ({ whose, q, filters }: CollectionAsked): boolean =>
  q !== '' ||
  filters.tag.length > 0 ||
  filters.bead.length > 0 ||
  filters.category.length > 0 ||
  (whose !== null && filters.createdby.length > 0)

/** Which posts, in the terms of the API. */
function postsIn({ whose, of, filters, q }: CollectionAsked) {
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

/** `GET /api/v0/posts` without its paging, as the player's queue takes it too. */
export const collectionPosts = (asked: CollectionAsked) => ({
  ...postsIn(asked),
  sort: asked.sort,
  ...(asked.sort === 'shuffle' && { ts: asked.ts }),
})

export const collectionPostsQuery = (asked: CollectionAsked) => ({ ...collectionPosts(asked), from: 0, limit: collectionPage })

/** Groups of the panel, with what the API calls the type of each. */
export const panelGroups = { tag: 'tag', bead: 'bead', createdby: 'member' } as const
export type PanelGroup = keyof typeof panelGroups

/**
 * `GET /api/v1/collection/filters`: what of each group there is among the posts that are shown. Where something of a
 * group is chosen, the others of that group must stay to choose from: it is asked for alone and without that choice.
 */
export function collectionFiltersQuery(asked: CollectionAsked, group: PanelGroup, limit: number = limits.page.filters) {
  const alone = asked.filters[group].length > 0 || limit !== limits.page.filters
  return alone
    ? { ...postsIn({ ...asked, filters: { ...asked.filters, [group]: [] } }), limit, type: panelGroups[group] }
    : { ...postsIn(asked), limit }
}

/** The address of it, with nothing that goes without saying. */
export function collectionHref(asked: CollectionAsked): string {
  const { whose, own, of, filters, q, sort, ts } = asked
  const ownPath = own && of === 'collected'
  const path = ownPath || whose === null ? '/collection' : of === 'created' ? `/p/${whose}/posts/created` : `/p/${whose}/collection`
  const params = new URLSearchParams()
  // Who posted, alone, would ask for all that these have posted.
  if (ownPath && filters.createdby.length > 0) params.set('collectedby', 'self')
  for (const group of ['category', 'tag', 'bead', 'createdby'] as const)
    if (filters[group].length > 0) params.set(group, filters[group].join())
  if (q !== '') params.set('q', q)
  if (sort !== 'recent') params.set('sort', sort)
  if (sort === 'shuffle') params.set('ts', String(ts))
  // Commas are plain in a query, and easier on the eye.
  const search = params.toString().replaceAll('%2C', ',')
  return search === '' ? path : `${path}?${search}`
}

/** The same without any filter and any word. */
export const unfiltered = (asked: CollectionAsked): CollectionAsked => ({
  ...asked,
  q: '',
  filters: { tag: [], bead: [], createdby: asked.whose === null ? asked.filters.createdby : [], category: [] },
})

/** The same with one choice of a group put in or taken out. */
export function toggled(asked: CollectionAsked, group: FilterGroup, id: string): CollectionAsked {
  const chosen = asked.filters[group] as readonly string[]
  const next = chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]
  return { ...asked, filters: { ...asked.filters, [group]: next } }
}
