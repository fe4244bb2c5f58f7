/** `GET /api/v2/search` (X5, AP9): hits of an index, checked against the database. */
import type { Viewer } from '#access/viewer.ts'
import type { DocumentKey, Search } from '#search/port.ts'
import type { CallOutput, Page } from '#contract/index.ts'
import type { SearchItem } from '#contract/schemas/lookups.ts'
import { readItems, type ItemDeps } from './items.ts'
import { blockedBy, listingFor } from './planSearch.ts'

type SearchQuery = CallOutput<'GET /api/v2/search'>['query']

export interface FinderDeps extends ItemDeps {
  index: Search
  /** Called with hits that the database no longer has: the index may be stale. */
  reportStale(keys: readonly DocumentKey[]): void
}

/** Queries per page: stale hits are replaced by further ones. */
const maxRounds = 8

export function createFinder({ index, reportStale, ...deps }: FinderDeps) {
  return async function search(query: SearchQuery, viewer: Viewer | null): Promise<Page<SearchItem>> {
    const blocked = await blockedBy(deps.db, viewer)
    const listing = await listingFor(deps.db, index, query, viewer, blocked)
    const options = {
      viewer,
      blocked: new Set(blocked),
      category: query.category,
      write: query.write === true,
      withEntry: query.materialize === true,
    }
    const results: SearchItem[] = []
    const stale: DocumentKey[] = []
    let next: number | null = query.from
    let total = 0
    for (let round = 0; round < maxRounds && next !== null && results.length < query.limit; round += 1) {
      const page = await listing(next, query.limit - results.length)
      const items = await readItems(deps, page.hits, options)
      // After a first page with every type, the next one can repeat some of its results.
      results.push(
        ...(items.filter(
          (item) => item !== undefined && !results.some(({ type, id }) => type === item.type && id === item.id),
        ) as SearchItem[]),
      )
      stale.push(...page.hits.filter((_hit, n) => items[n] === undefined).map(({ type, id }) => ({ type, id })))
      next = page.next
      total = page.total
    }
    if (stale.length > 0) reportStale(stale)
    return { results, next, counts: { total: Math.max(total - stale.length, results.length) } }
  }
}
