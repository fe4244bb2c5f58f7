import { limits } from '#contract/limits.ts'
import type { Bead } from '#contract/schemas.ts'
import { useBeadsInfiniteQuery, useListing, type Listing } from '#data/index.ts'

const idOf = ({ id }: Bead): string => id

/** Playlists that share tags with this one, the likest first. Both places that show them ask once. */
export const useRelated = (id: string): Listing<Bead> =>
  useListing(useBeadsInfiniteQuery({ query: { related: id, limit: limits.page.related } }), idOf)
