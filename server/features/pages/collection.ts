/** What the pages of collections hold (R7, R13, Y1): the same answers that they would ask the API for first. */
import type { Viewer } from '#access/viewer.ts'
import { endpoints, pageTitles } from '#contract/index.ts'
import {
  collectionAsked,
  collectionFiltersQuery,
  collectionPostsQuery,
  hasCollection,
  isNarrowed,
  panelGroups,
  type CollectionAddress,
  type CollectionAsked,
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
  /** Of a member, or of who asks. Throws `not_found` for a member whom nobody knows. */
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
    const wanted = type === undefined ? Object.values(panelGroups) : [type as FacetType]
    const { tag, bead, member, total } = await posts.facets(rest, wanted, limit, viewer)
    return preloaded(
      'GET /api/v1/collection/filters',
      { query },
      {
        tags: tag.map(({ id, name, count }) => ({ _id: id, id, name, count })),
        beads: bead.map((one) => ({ _id: one.id, ...one })),
        members: member.map((one) => ({ _id: one.id, ...one })),
        counts: { total },
      },
    )
  }

  /** Each question once: groups of which nothing is chosen share one. */
  async function panel(asked: CollectionAsked, viewer: Viewer | null): Promise<Preloaded[]> {
    const queries = (Object.keys(panelGroups) as PanelGroup[]).map((group) => collectionFiltersQuery(asked, group))
    const once = new Map(queries.map((query) => [JSON.stringify(query), query]))
    return Promise.all([...once.values()].map((query) => filters(query, viewer)))
  }

  return {
    async of(address, search, viewer) {
      const asked = collectionAsked(address, search, viewer?.uid ?? null)
      const { whose } = asked
      if (!hasCollection(asked))
        return {
          status: 200,
          screen: 'collection',
          type: 'website',
          title: pageTitles.collection,
          description: pageTitles.tagline,
          data: [],
        }

      const member = whose === null ? null : await accounts.member(whose, viewer)
      const query = collectionPostsQuery(asked)
      const found = await refused(async () => {
        const [list, data] = await Promise.all([posts.list(postsInput.parse(query), viewer), panel(asked, viewer)])
        return { list, data }
      })
      const created = asked.of === 'created'
      const title =
        member === null ? pageTitles.collection : created ? pageTitles.postsOf(member.name) : pageTitles.collectionOf(member.name)
      // One's own at its short address, and what somebody has put together for the moment, is nothing to be found again.
      const canonical =
        address.uid === null || isNarrowed(asked) || asked.sort !== 'recent'
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

/** A filter that the API refuses, as of a playlist that is gone: the page asks for itself, and says what it is told. */
const refused = <T>(work: () => Promise<T>): Promise<T | null> =>
  work().catch((error: unknown) => {
    if (error instanceof StrandError && (error.code === 'not_found' || error.code === 'forbidden')) return null
    throw error
  })
