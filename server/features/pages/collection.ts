/** Pages of collections (R7, R13, Y1), with the API answers that they request first. */
import type { Viewer } from '#access/viewer.ts'
import { endpoints, pageTitles } from '#contract/index.ts'
import {
  parseCollectionQuery,
  collectionFiltersQuery,
  collectionPostsQuery,
  hasCollection,
  isNarrowed,
  panelGroups,
  type CollectionAddress,
  type CollectionQuery,
  type PanelGroup,
} from '#contract/pages/collection.ts'
import { StrandError } from '#http/errors.ts'
import type { Accounts } from '../accounts/service.ts'
import type { FacetType, Posts } from '../posts/service.ts'
import { preloaded, type Page, type Preloaded } from './page.ts'

const postsInput = endpoints['GET /api/v0/posts'].query
const filtersInput = endpoints['GET /api/v1/collection/filters'].query
type FiltersQuery = ReturnType<typeof collectionFiltersQuery>

export interface CollectionPages {
  /** The page of a member's collection, or of the viewer's. Throws `not_found` for an unknown member. */
  of(address: CollectionAddress, search: URLSearchParams, viewer: Viewer | null): Promise<Page>
}

export function createCollectionPages({
  accounts,
  posts,
}: {
  accounts: Pick<Accounts, 'member'>
  posts: Pick<Posts, 'list' | 'facets'>
}): CollectionPages {
  async function filters(query: FiltersQuery, viewer: Viewer | null): Promise<Preloaded> {
    const { limit, type, ...rest } = filtersInput.parse(query)
    const types = type === undefined ? Object.values(panelGroups) : [type as FacetType]
    const { tag, bead, member, total } = await posts.facets(rest, types, limit, viewer)
    return preloaded(
      'GET /api/v1/collection/filters',
      { query },
      {
        tags: tag.map(({ id, name, count }) => ({ _id: id, id, name, count })),
        beads: bead.map((entry) => ({ _id: entry.id, ...entry })),
        members: member.map((entry) => ({ _id: entry.id, ...entry })),
        counts: { total },
      },
    )
  }

  /** Deduplicated: groups without a selection have the same query. */
  async function panel(request: CollectionQuery, viewer: Viewer | null): Promise<Preloaded[]> {
    const queries = (Object.keys(panelGroups) as PanelGroup[]).map((group) => collectionFiltersQuery(request, group))
    const uniqueQueries = new Map(queries.map((query) => [JSON.stringify(query), query]))
    return Promise.all([...uniqueQueries.values()].map((query) => filters(query, viewer)))
  }

  return {
    async of(address, search, viewer) {
      const request = parseCollectionQuery(address, search, viewer?.uid ?? null)
      const { whose } = request
      if (!hasCollection(request))
        return {
          status: 200,
          screen: 'collection',
          type: 'website',
          title: pageTitles.collection,
          description: pageTitles.tagline,
          data: [],
        }

      const member = whose === null ? null : await accounts.member(whose, viewer)
      const query = collectionPostsQuery(request)
      const found = await nullIfRefused(async () => {
        const [list, data] = await Promise.all([posts.list(postsInput.parse(query), viewer), panel(request, viewer)])
        return { list, data }
      })
      const created = request.of === 'created'
      const title =
        member === null ? pageTitles.collection : created ? pageTitles.postsOf(member.name) : pageTitles.collectionOf(member.name)
      // The viewer's own collection at its short path and filtered views are not indexed by search engines.
      const canonical =
        address.uid === null || isNarrowed(request) || request.sort !== 'recent'
          ? undefined
          : `/p/${whose}/${created ? 'posts/created' : 'collection'}`
      return {
        status: 200,
        screen: 'collection',
        type: 'profile',
        title,
        description: title,
        ...(canonical !== undefined && { canonical }),
        image: member?.image,
        links: found?.list.results.map((post) => ({ href: `/${post.href}`, text: post.title })) ?? [],
        data: [
          ...(member === null ? [] : [preloaded('GET /api/v0/members/:uid', { params: { uid: member.uid } }, member)]),
          ...(found === null ? [] : [preloaded('GET /api/v0/posts', { query }, found.list), ...found.data]),
        ],
      }
    },
  }
}

/** Null if the API refuses a filter, for example a deleted playlist: the page repeats the request and shows the error. */
const nullIfRefused = <T>(work: () => Promise<T>): Promise<T | null> =>
  work().catch((error: unknown) => {
    if (error instanceof StrandError && (error.code === 'not_found' || error.code === 'forbidden')) return null
    throw error
  })
