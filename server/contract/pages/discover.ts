/**
 * Defines the first queries of the discover page. The server inlines the answers into the document, so the server and the page must build
 * identical queries.
 */
import { limits } from '../limits.ts'
import type { Category } from '../rules.ts'

/** The top playlists of a category, or of all (null). */
export const discoverBeadsQuery = (category: Category | null) =>
  ({ sort: 'top', excludefeeds: 'true', ...(category && { category }), from: 0, limit: limits.page.beads }) as const

const ofCategory = (category: Category | null): { category?: Category } => (category ? { category } : {})

export const discoverGroupsQuery = ofCategory

/** Shown to visitors only. */
export const popularTagsQuery = ofCategory
