import type { Mount } from '../../http/mount.ts'
import type { FacetType, Posts } from '../posts/service.ts'

const all: FacetType[] = ['tag', 'bead', 'member']

export function collectionRoutes(mount: Mount, { posts }: { posts: Posts }): void {
  mount('GET /api/v1/collection/filters', async ({ query: { limit, type, ...filters }, actor }) => {
    const collectedby = filters.collectedby ?? filters.uid ?? (filters.createdby === undefined ? 'self' : undefined)
    const wanted = type === undefined ? all : all.filter((one) => type.split(',').includes(one))
    const { tag, bead, member, total } = await posts.facets({ ...filters, collectedby }, wanted, limit, actor)
    return {
      tags: tag.map(({ id, name, count }) => ({ _id: id, id, name, count })),
      beads: bead.map((one) => ({ _id: one.id, ...one })),
      members: member.map((one) => ({ _id: one.id, ...one })),
      counts: { total },
    }
  })
}
