import { useEffect, useMemo } from 'react'
import type { Bead, Member, Post } from '#contract/schemas.ts'
import type { SearchItem } from '#contract/schemas/lookups.ts'
import { resultsQuery, type FoundType, type SearchPageQuery } from '#contract/pages/search.ts'
import { useRestoredLimit, uniqueBy, toListing, type Listing } from '#data/index.ts'
import { useSearchInfiniteQuery } from '#data/search.ts'

interface Entities {
  bead: Bead
  member: Member
  post: Post
}

/** A search result: the entity, and the item of the answer with the highlighted texts. */
export interface FoundEntity<T> {
  entity: T
  item: SearchItem
}

export type SearchResults<T> = Listing<FoundEntity<T>>

const idOf = ({ id }: SearchItem): string => id

/**
 * The results of one type. Components that use the same type and limit share one request.
 *
 * @param limit results per page
 */
export function useSearchResults<K extends FoundType>(
  query: SearchPageQuery,
  type: K,
  limit: number,
  skip = false,
): SearchResults<Entities[K]> {
  const [first, remember] = useRestoredLimit(`${type} ${limit}`, limit)
  const list = useSearchInfiniteQuery({ query: resultsQuery(query, type, first) }, { skip: skip || query.q === '' })
  const pages = list.currentData?.pages
  const items = useMemo(
    () =>
      uniqueBy(pages?.flatMap(({ results }) => results) ?? [], idOf).flatMap((item): FoundEntity<Entities[K]>[] =>
        // The cast is safe: the type of an item determines the type of its entity.
        item.type === type && item.entry !== undefined ? [{ entity: item.entry as Entities[K], item }] : [],
      ),
    [pages, type],
  )
  useEffect(() => {
    if (!skip) remember(items.length)
  }, [skip, remember, items.length])
  return toListing(list, items)
}
