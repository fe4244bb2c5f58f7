/** `GET /api/v2/search` (X5, AP9): an index finds, the database has the last word. */
import type { Viewer } from '#access/viewer.ts'
import type { DocumentKey, Search } from '#search/port.ts'
import type { CallOutput, Page } from '#contract/index.ts'
import type { SearchItem } from '#contract/schemas/lookups.ts'
import { readItems, type ItemDeps } from './items.ts'
import { blockedBy, listingFor } from './planSearch.ts'

type SearchQuery = CallOutput<'GET /api/v2/search'>['query']

export interface FinderDeps extends ItemDeps {
  index: Search
  /** Told of finds that were not there any more: the index may have missed that. */
  notice(keys: readonly DocumentKey[]): void
}

/** How often a page is filled up for finds that are gone. */
const mostRounds = 8

export function createFinder({ index, notice, ...deps }: FinderDeps) {
  return async function search(query: SearchQuery, viewer: Viewer | null): Promise<Page<SearchItem>> {
    const blocked = await blockedBy(deps.db, viewer)
    const listing = await listingFor(deps.db, index, query, viewer, blocked)
    const reading = {
      viewer,
      blocked: new Set(blocked),
      category: query.category,
      write: query.write === true,
      whole: query.materialize === true,
    }
    const results: SearchItem[] = []
    const gone: DocumentKey[] = []
    let next: number | null = query.from
    let total = 0
    for (let round = 0; round < mostRounds && next !== null && results.length < query.limit; round += 1) {
      const page = await listing(next, query.limit - results.length)
      const items = await readItems(deps, page.hits, reading)
      // A page that has a place for each type may be continued by results that it holds.
      results.push(
        ...(items.filter(
          (item) => item !== undefined && !results.some(({ type, id }) => type === item.type && id === item.id),
        ) as SearchItem[]),
      )
      gone.push(...page.hits.filter((_hit, n) => items[n] === undefined).map(({ type, id }) => ({ type, id })))
      next = page.next
      total = page.total
    }
    if (gone.length > 0) notice(gone)
    return { results, next, counts: { total: Math.max(total - gone.length, results.length) } }
  }
}
