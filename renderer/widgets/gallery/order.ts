import { mayFallBack, playlistPostQuery } from '#contract/pages/playlist.ts'
import type { Bead } from '#contract/schemas.ts'

/** The fields of a playlist that determine its sort order. */
type BeadOrder = Pick<Bead, 'id'> & Partial<Pick<Bead, 'invitees' | 'sort' | 'partnerMetaData'>>

/** Whether the path is a page of the playlist or of one of its posts: it contains the playlist's id. */
export const isPageOf = (id: string, pathname: string): boolean => pathname.split('/').includes(id)

/**
 * The sort order of the playlist on the current page; `recent` on other pages.
 *
 * @returns `canFallBack`: if the list is empty in that order it falls back to `recent`, as on the page
 */
export function orderOf(bead: BeadOrder, { pathname, search }: Pick<Location, 'pathname' | 'search'>) {
  if (!isPageOf(bead.id, pathname)) return { order: { sort: 'recent' as const }, canFallBack: false }
  const params = new URLSearchParams(search)
  const query = playlistPostQuery(bead, params, pathname.split('/').filter(Boolean).at(-1) !== bead.id)
  return { order: { sort: query.sort, ...(query.ts !== undefined && { ts: query.ts }) }, canFallBack: mayFallBack(query, params) }
}
