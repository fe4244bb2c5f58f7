/** Endpoints for the filters of a collection and of a playlist, and for the "coffee table" beside a playlist. */
import { limits } from '#contract/index.ts'
import type { Mount } from '#http/mount.ts'
import type { Beads } from '../beads/service.ts'
import type { Facet, FacetType, Posts } from '../posts/service.ts'

const toTag = ({ id, name, count }: Facet) => ({ _id: id, id, name, count })
const toMember = (one: Facet) => ({ _id: one.id, ...one })

/** Default of the parameter `type`. */
const all: FacetType[] = ['tag', 'bead', 'member']

export function collectionRoutes(mount: Mount, { posts, beads }: { posts: Posts; beads: Pick<Beads, 'open' | 'related'> }): void {
  mount('GET /api/v1/collection/filters', async ({ query: { limit, type, ...filters }, actor }) => {
    // Without a member in the query, it is the viewer's own collection.
    const collectedby = filters.collectedby ?? filters.uid ?? (filters.createdby === undefined ? 'self' : undefined)
    const types = type === undefined ? all : all.filter((one) => type.split(',').includes(one))
    const { tag, bead, member, total } = await posts.facets({ ...filters, collectedby }, types, limit, actor)
    return {
      tags: tag.map(toTag),
      beads: bead.map((one) => ({ _id: one.id, ...one })),
      members: member.map(toMember),
      counts: { total },
    }
  })
  mount('GET /api/v0/beads/:id/filters', async ({ params, query: { limit, type, ...filters }, actor }) => {
    // Throws if the viewer may not see the playlist.
    await beads.open(params.id, actor)
    const { tag, member, total } = await posts.facets(
      { ...filters, bead: params.id },
      type === undefined ? ['tag', 'member'] : [type],
      limit,
      actor,
    )
    return { tags: tag.map(toTag), members: member.map(toMember), counts: { total } }
  })
  // The coffee table: the best post of each related playlist.
  mount('GET /api/v0/beads/:id/table', async ({ params, actor }) => {
    const related = await beads.related(params.id, actor)
    return {
      results: await posts.bestOf(
        related.map(({ id }) => id),
        limits.page.table,
        actor,
      ),
    }
  })
}
