import { mayFallBack, playlistPostQuery } from '#contract/pages/playlist.ts'
import type { Bead } from '#contract/schemas.ts'

type Shown = Pick<Bead, 'id'> & Partial<Pick<Bead, 'invitees' | 'sort' | 'partnerMetaData'>>

/** Whether it is the page of this playlist, or of one of its posts. */
export const isPageOf = (id: string, pathname: string): boolean => pathname.split('/').includes(id)

/**
 * The order in which the page shows the playlist; where it is another page, the latest first.
 *
 * @returns with `mayTurn` it turns to recent where there is nothing in that order, as the page does
 */
export function orderOf(bead: Shown, { pathname, search }: Pick<Location, 'pathname' | 'search'>) {
  if (!isPageOf(bead.id, pathname)) return { order: { sort: 'recent' as const }, mayTurn: false }
  const params = new URLSearchParams(search)
  const query = playlistPostQuery(bead, params, pathname.split('/').filter(Boolean).at(-1) !== bead.id)
  return { order: { sort: query.sort, ...(query.ts !== undefined && { ts: query.ts }) }, mayTurn: mayFallBack(query, params) }
}
