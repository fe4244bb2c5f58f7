/** What the pages of a search hold (R8, X3): the same answers that they would ask the API for first. */
import type { Viewer } from '#access/viewer.ts'
import { endpoints, pageTitles, tagKey, type CallInput, type SearchAddress } from '#contract/index.ts'
import {
  curatorsQuery,
  hasSide,
  resultsQuery,
  searchAsked,
  searchSizes,
  sideSizes,
  tabOfType,
  tagAsked,
  tagFollowersQuery,
  tagQuery,
  typeOfTab,
  wordAsked,
  type FoundType,
  type SearchAsked,
} from '#contract/pages/search.ts'
import type { Lookups } from '../search/service.ts'
import type { Social } from '../social/service.ts'
import { preloaded, type Page, type Preloaded } from './page.ts'

type ResultPage = Awaited<ReturnType<Lookups['search']>>
interface Held {
  page: ResultPage
  data: Preloaded
}

const searchInput = endpoints['GET /api/v2/search'].query
const tagsInput = endpoints['GET /api/v0/ml/tags/:query/relatedtags'].query
const curatorsInput = endpoints['GET /api/v0/ml/tags/:tag/curators'].query
const followersInput = endpoints['GET /api/v0/tags/:tag/followers'].query.parse(tagFollowersQuery)

/** Links of a page without scripts; what is found of each type comes in its own order. */
const linksOf = (lists: readonly Held[]): Page['links'] =>
  lists.flatMap(({ page }) => page.results.map(({ href, title }) => ({ href: href.startsWith('/') ? href : `/${href}`, text: title })))

export function createSearchPages({ lookups, social }: { lookups: Lookups; social: Pick<Social, 'tagFollowers'> }) {
  async function held(query: CallInput<'GET /api/v2/search'>['query'], viewer: Viewer | null): Promise<Held> {
    const page = await lookups.search(searchInput.parse(query), viewer)
    return { page, data: preloaded('GET /api/v2/search', { query }, page) }
  }

  /** The lists of the left panel: some of each type, or the first page of one. */
  const listsOf = (asked: SearchAsked, viewer: Viewer | null): Promise<Held[]> => {
    const type = typeOfTab[asked.tab]
    if (type !== undefined) return Promise.all([held(resultsQuery(asked, type, searchSizes.page[type]), viewer)])
    if (asked.tab === 'web') return Promise.resolve([])
    return Promise.all((Object.keys(tabOfType) as FoundType[]).map((one) => held(resultsQuery(asked, one, searchSizes.left[one]), viewer)))
  }

  async function sideOf(asked: SearchAsked, viewer: Viewer | null): Promise<Preloaded[]> {
    const word = hasSide(asked.tab) ? wordAsked(asked.q) : null
    if (word === null) return []
    const sizes = sideSizes(asked.tab)
    const curators = curatorsQuery(asked, sizes.curators)
    const [related, contributors] = await Promise.all([
      lookups.related(word, tagsInput.parse({ limit: sizes.tags })),
      lookups.curators(word, curatorsInput.parse(curators), viewer),
    ])
    return [
      preloaded('GET /api/v0/ml/tags/:query/relatedtags', { params: { query: word }, query: { limit: sizes.tags } }, related),
      preloaded('GET /api/v0/ml/tags/:tag/curators', { params: { tag: word }, query: curators }, contributors),
    ]
  }

  /** A tag, how many posts it has, and who follows it. */
  async function headOf(tag: string, viewer: Viewer | null): Promise<Held & { followers: Preloaded }> {
    const [found, followers] = await Promise.all([held(tagQuery(tag), viewer), social.tagFollowers(tag, true, followersInput, viewer)])
    return { ...found, followers: preloaded('GET /api/v0/tags/:tag/followers', { params: { tag }, query: tagFollowersQuery }, followers) }
  }

  return async (address: SearchAddress, search: URLSearchParams, viewer: Viewer | null): Promise<Page> => {
    const asked = searchAsked(address, search, viewer !== null)
    const page = { status: 200, screen: 'search', type: 'website' } as const
    if (asked.q === '') return { ...page, title: pageTitles.search, description: pageTitles.tagline, data: [] }

    const tag = tagAsked(asked.q)
    const [lists, side, head] = await Promise.all([
      listsOf(asked, viewer),
      sideOf(asked, viewer),
      tag === null ? null : headOf(tag, viewer),
    ])
    const known = head?.page.results.find(({ title }) => tagKey(title) === tagKey(tag!))
    const query = known ? `#${known.title}` : asked.q
    return {
      ...page,
      title: pageTitles.searchFor(query),
      description: known ? pageTitles.tagAbout(known.title, known.collects ?? 0) : pageTitles.searchFor(query),
      heading: query,
      // What somebody typed is no page to be found again; a tag that posts have is.
      ...(known &&
        address.tag !== null &&
        asked.category === null &&
        !asked.own && {
          canonical: `/tag/${known.title}`,
          image: lists.flatMap(({ page }) => page.results).find(({ image, type }) => image !== null && type !== 'member')?.image,
        }),
      ...(known && { machine: { feeds: `tags/${encodeURIComponent(known.title)}` } }),
      links: linksOf(lists),
      data: [...lists.map(({ data }) => data), ...side, ...(head ? [head.followers, head.data] : [])],
    }
  }
}
