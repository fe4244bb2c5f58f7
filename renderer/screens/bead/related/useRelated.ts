import { limits } from '#contract/limits.ts'
import type { Bead } from '#contract/schemas.ts'
import { useBeadsInfiniteQuery, useListing, type Listing } from '#data/index.ts'

const idOf = ({ id }: Bead): string => id

/**
 * The playlists related to this one, the most similar first. The strip and the end of the list use the same cached
 * query.
 */
export const useRelated = (id: string): Listing<Bead> =>
  useListing(useBeadsInfiniteQuery({ query: { related: id, limit: limits.page.related } }), idOf)
