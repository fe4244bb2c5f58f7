/**
 * What the addresses of search mean, and what its page asks for first (B2 "Search", B9). The server inlines these
 * answers into the document and the page asks for them, so both must come to the very same queries.
 */
import { cut, isCategory, normaliseTag, tidy, type Category, type SearchAddress, type SearchTab } from '../rules.ts'

export interface SearchAsked {
  tab: SearchTab
  /** As typed, without what surrounds it; '' where nothing is asked. */
  q: string
  category: Category | null
  /** Only in the collection of who asks. */
  own: boolean
  autoplay: boolean
}

/** Finds are counted to this bound (`mostFinds` of the search). */
export const mostFound = 1000

/** Characters of a query that the server takes, and of a word that it knows tags and curators of. */
const longest = { query: 200, word: 100 }

/** @param member whether somebody is signed in: nobody else has a collection to search (X4). */
export function searchAsked({ tab, tag }: SearchAddress, params: URLSearchParams, member: boolean): SearchAsked {
  const typed = tag === null ? (params.get('q') ?? '') : `#${tag.replace(/^[#\s]+/, '')}`
  const q = cut(tidy(typed), longest.query).trim()
  const category = params.get('category') ?? ''
  return {
    tab,
    q: q === '#' && tag !== null ? '' : q,
    category: isCategory(category) ? category : null,
    own: member && params.get('collection') === '1',
    autoplay: ['1', 'true'].includes(params.get('autoplay') ?? ''),
  }
}

/** The tag that a query is a search for, spelled as tags are; null where it is one for words. */
export function tagAsked(q: string): string | null {
  const tag = q.startsWith('#') ? normaliseTag(q) : ''
  return tag === '' ? null : tag
}

/** What related tags and curators are asked for: without a handle that asks for something else, or null where there is nothing to ask. */
export function wordAsked(q: string): string | null {
  if (/^([@*]|bead\s)/i.test(q)) return null
  const word = q.replace(/^#\s*/, '').slice(0, longest.word).trim()
  return word === '' ? null : word
}

/** Who contributed: to a tag exactly those who used it, to other words those whose posts are found. */
export const curatorsQuery = ({ q }: Pick<SearchAsked, 'q'>, limit: number) => ({
  limit,
  ...(tagAsked(q) === null && ({ words: '1' } as const)),
})

/** The words of a query, for others, who know no handles. */
export const wordsElsewhere = (q: string): string => q.replace(/^([#@*]|bead\s)\s*/i, '').trim()

export const isRestricted = ({ category, own }: SearchAsked): boolean => category !== null || own

/** The same question, asked of everything. */
export const unrestricted = (asked: SearchAsked): SearchAsked => ({ ...asked, category: null, own: false })

/** Path of another tab of the same question, or of the same tab with another. A tag's first tab is the tag's own page. */
export function searchHref({ tab, q, category, own }: Omit<SearchAsked, 'autoplay'>): string {
  const tag = tab === 'all' ? tagAsked(q) : null
  const params = new URLSearchParams()
  if (tag === null) params.set('q', q)
  if (category !== null) params.set('category', category)
  if (own) params.set('collection', '1')
  const path = tag !== null ? `/tag/${encodeURIComponent(tag)}` : tab === 'all' ? '/search' : `/search/${tab}`
  const search = params.toString()
  return search === '' ? path : `${path}?${search}`
}

/**
 * How many of each the page shows (B9): in the left panel of everything, on a page of their own, and in the right
 * panel. Members are asked for once: the first stands left, the next one right. `whole` is the right panel
 * beside a list of one type, for which the documents name no number but the usual 12.
 */
export const searchSizes = {
  left: { bead: 2, post: 10, member: 2, web: 4 },
  page: { bead: 18, post: 18, member: 18, web: 6 },
  right: { tags: 6, curators: 6, whole: 12 },
} as const

export type FoundType = 'bead' | 'member' | 'post'
export const typeOfTab: Partial<Record<SearchTab, FoundType>> = { beads: 'bead', members: 'member', posts: 'post' }
export const tabOfType: Record<FoundType, SearchTab> = { bead: 'beads', member: 'members', post: 'posts' }

/** The results page matches as the live list under the box does, so that both have the same totals (decision 54). */
export const matching = { autocomplete: '1' } as const

/** `GET /api/v2/search`, the whole thing with each find. */
export const resultsQuery = ({ q, category, own }: SearchAsked, type: FoundType, limit: number) =>
  ({ q, type, limit, materialize: '1', ...matching, ...(category && { category }), ...(own && { collectedby: 'self' }) }) as const

/** The tag itself, with how many posts it has: the first that begins so is the one that is called so. */
export const tagQuery = (tag: string) => ({ q: `#${tag}`, type: 'tag', limit: 1 }) as const

/** Who follows the tag, as its page and the list ask: of a tag that nobody ever followed too. */
export const tagFollowersQuery = { soft: '1' } as const

/** Whether the right panel stands beside this tab (X3). */
export const hasSide = (tab: SearchTab): boolean => tab !== 'web' && tab !== 'members'

export const sideSizes = (tab: SearchTab): { tags: number; curators: number } =>
  tab === 'all' ? searchSizes.right : { tags: searchSizes.right.whole, curators: searchSizes.right.whole }
