/**
 * What the discover page asks for first. The server inlines these answers into the document and the
 * page asks for them, so both must come to the very same queries.
 */
import { limits } from '../limits.ts'
import type { Category } from '../rules.ts'

/** The top playlists of a category, or of all (null). */
export const discoverBeadsQuery = (category: Category | null) =>
  ({ sort: 'top', excludefeeds: 'true', ...(category && { category }), from: 0, limit: limits.page.beads }) as const

export const discoverGroupsQuery = (category: Category | null): { category?: Category } => (category ? { category } : {})
