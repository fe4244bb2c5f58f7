import { limits } from '#contract/limits.ts'
import type { Bead } from '#contract/schemas.ts'
import { useBeadsInfiniteQuery, useListing, type Listing } from '#data/index.ts'

const idOf = ({ id }: Bead): string => id

/** Playlists that share tags, the most similar first. Both views share one cache entry. */
export const useRelated = (id: string): Listing<Bead> =>
  useListing(useBeadsInfiniteQuery({ query: { related: id, limit: limits.page.related } }), idOf)
