/**
 * Which posts a playlist page shows first. The server inlines that answer into the document and the
 * page asks for it, so both must come to the very same query.
 */
import { limits } from './limits.ts'

export const playlistSorts = ['top', 'recent', 'earliest', 'mostcollected', 'curated'] as const
export type PlaylistSort = (typeof playlistSorts)[number]

export interface PlaylistPostQuery {
  bead: string
  sort: PlaylistSort
  from: number
  limit: number
}

/**
 * Order of precedence (decisions 10 and 25): an explicit `sort`, then a page number (earliest), then
 * the order that the playlist itself asks for, then invite-only (earliest), then top. Where top turns out empty the page asks again with `recent`.
 * `page` counts from 1 in pages of 15 (B9).
 */
export function playlistPostQuery(
  bead: { id: string; invitees?: readonly unknown[] | undefined; sort?: PlaylistSort | undefined },
  params: URLSearchParams,
): PlaylistPostQuery {
  const limit = limits.page.posts
  const asked = playlistSorts.find((sort) => sort === params.get('sort'))
  const page = Number(params.get('page'))
  const paged = Number.isSafeInteger(page) && page > 0
  const sort = asked ?? (paged ? 'earliest' : (bead.sort ?? (bead.invitees ? 'earliest' : 'top')))
  return { bead: bead.id, sort, from: paged ? (page - 1) * limit : 0, limit }
}

/** Whether the page may fall back to recent order: only where nobody asked for top by name. */
export const mayFallBack = (query: PlaylistPostQuery, params: URLSearchParams): boolean =>
  query.sort === 'top' && params.get('sort') !== 'top'
