import { useEffect, useMemo } from 'react'
import type { Bead, Member, Post } from '#contract/schemas.ts'
import type { SearchItem } from '#contract/schemas/lookups.ts'
import { resultsQuery, type FoundType, type SearchPageQuery } from '#contract/pages/search.ts'
import { useRestoredLimit, uniqueBy, toListing, type Listing } from '#data/index.ts'
import { useSearchInfiniteQuery } from '#data/search.ts'

interface Things {
  bead: Bead
  member: Member
  post: Post
}

/** Something that was found, and how its texts fit. */
export interface Found<T> {
  thing: T
  item: SearchItem
}

export type SearchResults<T> = Listing<Found<T>>

const idOf = ({ id }: SearchItem): string => id

/** What is found of one type. */
export function useSearchResults<K extends FoundType>(
  asked: SearchPageQuery,
  type: K,
  limit: number,
  skip = false,
): SearchResults<Things[K]> {
  const [first, remember] = useRestoredLimit(`${type} ${limit}`, limit)
  const list = useSearchInfiniteQuery({ query: resultsQuery(asked, type, first) }, { skip: skip || asked.q === '' })
  const pages = list.currentData?.pages
  const items = useMemo(
    () =>
      uniqueBy(pages?.flatMap(({ results }) => results) ?? [], idOf).flatMap((item): Found<Things[K]>[] =>
        // The type of a find says what comes with it.
        item.type === type && item.entry !== undefined ? [{ thing: item.entry as Things[K], item }] : [],
      ),
    [pages, type],
  )
  useEffect(() => {
    if (!skip) remember(items.length)
  }, [skip, remember, items.length])
  return toListing(list, items)
}
