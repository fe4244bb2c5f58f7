import { hasFilters, playlistPostQuery } from './playlist.ts'

type PlaylistShown = Parameters<typeof playlistPostQuery>[0] & { featuredPostId?: string | undefined }

/** The id of the post that an admin featured, if the address shows the list from its beginning and without filters; otherwise null. */
export function featuredPostOf(bead: PlaylistShown, params: URLSearchParams): string | null {
  const query = playlistPostQuery(bead, params)
  return bead.featuredPostId !== undefined && query.from === 0 && query.bead === bead.id && !hasFilters(query) ? bead.featuredPostId : null
}
