/** Pages of a search (R8, X3), with the API answers that they request first. */
import type { Viewer } from '#access/viewer.ts'
import { endpoints, pageTitles, tagKey, type CallInput, type SearchAddress } from '#contract/index.ts'
import {
  curatorsQuery,
  hasSide,
  resultsQuery,
  parseSearchPageQuery,
  searchSizes,
  sideSizes,
  tabOfType,
  tagOfQuery,
  tagFollowersQuery,
  tagQuery,
  typeOfTab,
  termOfQuery,
  type FoundType,
  type SearchPageQuery,
} from '#contract/pages/search.ts'
import type { Lookups } from '../search/service.ts'
import type { Social } from '../social/service.ts'
import { preloaded, type Page, type Preloaded } from './page.ts'

type ResultPage = Awaited<ReturnType<Lookups['search']>>
interface PreloadedPage {
  page: ResultPage
  data: Preloaded
}

const searchInput = endpoints['GET /api/v2/search'].query
const tagsInput = endpoints['GET /api/v0/ml/tags/:query/relatedtags'].query
const curatorsInput = endpoints['GET /api/v0/ml/tags/:tag/curators'].query
const followersInput = endpoints['GET /api/v0/tags/:tag/followers'].query.parse(tagFollowersQuery)

/** Links for readers without scripts, type by type. */
const linksOf = (lists: readonly PreloadedPage[]): Page['links'] =>
  lists.flatMap(({ page }) => page.results.map(({ href, title }) => ({ href: href.startsWith('/') ? href : `/${href}`, text: title })))

export function createSearchPages({ lookups, social }: { lookups: Lookups; social: Pick<Social, 'tagFollowers'> }) {
  async function preloadSearch(query: CallInput<'GET /api/v2/search'>['query'], viewer: Viewer | null): Promise<PreloadedPage> {
    const page = await lookups.search(searchInput.parse(query), viewer)
    return { page, data: preloaded('GET /api/v2/search', { query }, page) }
  }

  /** The lists of the left panel: a few results of each type, or the first page of one type. */
  const listsOf = (request: SearchPageQuery, viewer: Viewer | null): Promise<PreloadedPage[]> => {
    const type = typeOfTab[request.tab]
    if (type !== undefined) return Promise.all([preloadSearch(resultsQuery(request, type, searchSizes.page[type]), viewer)])
    if (request.tab === 'web') return Promise.resolve([])
    return Promise.all(
      (Object.keys(tabOfType) as FoundType[]).map((type) => preloadSearch(resultsQuery(request, type, searchSizes.left[type]), viewer)),
    )
  }

  async function sideOf(request: SearchPageQuery, viewer: Viewer | null): Promise<Preloaded[]> {
    const word = hasSide(request.tab) ? termOfQuery(request.q) : null
    if (word === null) return []
    const sizes = sideSizes(request.tab)
    const curators = curatorsQuery(request, sizes.curators)
    const [related, contributors] = await Promise.all([
      lookups.related(word, tagsInput.parse({ limit: sizes.tags })),
      lookups.curators(word, curatorsInput.parse(curators), viewer),
    ])
    return [
      preloaded('GET /api/v0/ml/tags/:query/relatedtags', { params: { query: word }, query: { limit: sizes.tags } }, related),
      preloaded('GET /api/v0/ml/tags/:tag/curators', { params: { tag: word }, query: curators }, contributors),
    ]
  }

  /** A tag with its number of posts, and its followers. */
  async function headOf(tag: string, viewer: Viewer | null): Promise<PreloadedPage & { followers: Preloaded }> {
    const [found, followers] = await Promise.all([
      preloadSearch(tagQuery(tag), viewer),
      social.tagFollowers(tag, true, followersInput, viewer),
    ])
    return { ...found, followers: preloaded('GET /api/v0/tags/:tag/followers', { params: { tag }, query: tagFollowersQuery }, followers) }
  }

  return async (address: SearchAddress, search: URLSearchParams, viewer: Viewer | null): Promise<Page> => {
    const request = parseSearchPageQuery(address, search, viewer !== null)
    const page = { status: 200, screen: 'search', type: 'website' } as const
    if (request.q === '') return { ...page, title: pageTitles.search, description: pageTitles.tagline, data: [] }

    const tag = tagOfQuery(request.q)
    const [lists, sideData, head] = await Promise.all([
      listsOf(request, viewer),
      sideOf(request, viewer),
      tag === null ? null : headOf(tag, viewer),
    ])
    const existing = head?.page.results.find(({ title }) => tagKey(title) === tagKey(tag!))
    const query = existing ? `#${existing.title}` : request.q
    return {
      ...page,
      title: pageTitles.searchFor(query),
      description: existing ? pageTitles.tagAbout(existing.title, existing.collects ?? 0) : pageTitles.searchFor(query),
      heading: query,
      // Only pages of existing tags are indexed, not search queries.
      ...(existing &&
        address.tag !== null &&
        request.category === null &&
        !request.own && {
          canonical: `/tag/${existing.title}`,
          image: lists.flatMap(({ page }) => page.results).find(({ image, type }) => image !== null && type !== 'member')?.image,
        }),
      ...(existing && { syndication: { feeds: `tags/${encodeURIComponent(existing.title)}` } }),
      links: linksOf(lists),
      data: [...lists.map(({ data }) => data), ...sideData, ...(head ? [head.followers, head.data] : [])],
    }
  }
}
