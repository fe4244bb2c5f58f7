/**
 * Parses search addresses and defines the first queries of the search page (B2 "Search", B9). The server inlines the answers into the
 * document, so the server and the page must build identical queries.
 */
import { cut, isCategory, normaliseTag, tidy, type Category, type SearchAddress, type SearchTab } from '../rules.ts'

export interface SearchPageQuery {
  tab: SearchTab
  /** As entered, but trimmed; '' without a query. */
  q: string
  category: Category | null
  /** Only in the viewer's collection. */
  own: boolean
  autoplay: boolean
}

/** Totals are capped at this number (`maxReachableHits` of the search). */
export const maxSearchTotal = 1000

/** The server's limits: characters of a query, and of a term for related tags and curators. */
const maxLengths = { query: 200, word: 100 }

/** @param member whether there is a session: visitors have no collection to search (X4). */
export function parseSearchPageQuery({ tab, tag }: SearchAddress, params: URLSearchParams, member: boolean): SearchPageQuery {
  const typed = tag === null ? (params.get('q') ?? '') : `#${tag.replace(/^[#\s]+/, '')}`
  const q = cut(tidy(typed), maxLengths.query).trim()
  const category = params.get('category') ?? ''
  return {
    tab,
    q: q === '#' && tag !== null ? '' : q,
    category: isCategory(category) ? category : null,
    own: member && params.get('collection') === '1',
    autoplay: ['1', 'true'].includes(params.get('autoplay') ?? ''),
  }
}

/** The tag that a query searches for, in normalised spelling; null for a text query. */
export function tagOfQuery(q: string): string | null {
  const tag = q.startsWith('#') ? normaliseTag(q) : ''
  return tag === '' ? null : tag
}

/**
 * The term for related tags and curators: the query without its handle; null if the handle restricts the search to another type, or if
 * there is no term.
 */
export function termOfQuery(q: string): string | null {
  if (/^([@*]|bead\s)/i.test(q)) return null
  const word = q.replace(/^#\s*/, '').slice(0, maxLengths.word).trim()
  return word === '' ? null : word
}

/** Contributors: for a tag exactly those who used it, for a text query the authors of matching posts. */
export const curatorsQuery = ({ q }: Pick<SearchPageQuery, 'q'>, limit: number) => ({
  limit,
  ...(tagOfQuery(q) === null && ({ words: '1' } as const)),
})

/** The query without its handle, for other services. */
export const wordsElsewhere = (q: string): string => q.replace(/^([#@*]|bead\s)\s*/i, '').trim()

export const isRestricted = ({ category, own }: SearchPageQuery): boolean => category !== null || own

/** The same query without restrictions. */
export const unrestricted = (query: SearchPageQuery): SearchPageQuery => ({ ...query, category: null, own: false })

/** The path of another tab of the same query, or of the same tab with another query. The first tab of a tag is the tag's own page. */
export function searchHref({ tab, q, category, own }: Omit<SearchPageQuery, 'autoplay'>): string {
  const tag = tab === 'all' ? tagOfQuery(q) : null
  const params = new URLSearchParams()
  if (tag === null) params.set('q', q)
  if (category !== null) params.set('category', category)
  if (own) params.set('collection', '1')
  const path = tag !== null ? `/tag/${encodeURIComponent(tag)}` : tab === 'all' ? '/search' : `/search/${tab}`
  const search = params.toString()
  return search === '' ? path : `${path}?${search}`
}

/**
 * Results per type (B9): in the overview's left panel, on a page of their own, and in the right panel. Members are queried once: the
 * first is shown left, the second right. `whole` is the right panel next to a list of one type, for which the documents give only the
 * default of 12.
 */
export const searchSizes = {
  left: { bead: 2, post: 10, member: 2, web: 4 },
  page: { bead: 18, post: 18, member: 18, web: 6 },
  right: { tags: 6, curators: 6, whole: 12 },
} as const

export type FoundType = 'bead' | 'member' | 'post'
export const typeOfTab: Partial<Record<SearchTab, FoundType>> = { beads: 'bead', members: 'member', posts: 'post' }
export const tabOfType: Record<FoundType, SearchTab> = { bead: 'beads', member: 'members', post: 'posts' }

/** The results page matches prefixes like the live dropdown, so that both have the same totals (decision 54). */
export const matching = { autocomplete: '1' } as const

/** `GET /api/v2/search` with the full entity in each result. */
export const resultsQuery = ({ q, category, own }: SearchPageQuery, type: FoundType, limit: number) =>
  ({ q, type, limit, materialize: '1', ...matching, ...(category && { category }), ...(own && { collectedby: 'self' }) }) as const

/** The tag itself with its post count: an exact match is the first result of a prefix search. */
export const tagQuery = (tag: string) => ({ q: `#${tag}`, type: 'tag', limit: 1 }) as const

/** The followers of a tag. `soft`: an empty list for a tag that was never followed. */
export const tagFollowersQuery = { soft: '1' } as const

/** Whether the tab has the right panel (X3). */
export const hasSide = (tab: SearchTab): boolean => tab !== 'web' && tab !== 'members'

export const sideSizes = (tab: SearchTab): { tags: number; curators: number } =>
  tab === 'all' ? searchSizes.right : { tags: searchSizes.right.whole, curators: searchSizes.right.whole }
