import { useMemo } from 'react'
import type { Bead, Member, Post } from '../../../../server/contract/schemas.ts'
import type { SearchItem } from '../../../../server/contract/schemas/lookups.ts'
import { findsQuery, type FoundType, type SearchAsked } from '../../../../server/contract/searchPage.ts'
import { useSearchInfiniteQuery } from '../../../app/api/search.ts'
import { toListing, type Listing } from './listing.ts'

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

export interface Finds<T> extends Listing<Found<T>> {
  /** `from` of what comes after. */
  next: number | null
}

/** What is found of one type. */
export function useFinds<K extends FoundType>(asked: SearchAsked, type: K, limit: number, skip = false): Finds<Things[K]> {
  const list = useSearchInfiniteQuery({ query: findsQuery(asked, type, limit) }, { skip: skip || asked.q === '' })
  const pages = list.currentData?.pages
  const items = useMemo(() => unique(pages?.flatMap(({ results }) => results) ?? []).flatMap((item): Found<Things[K]>[] =>
    // The type of a find says what comes with it.
    item.type === type && item.entry !== undefined ? [{ thing: item.entry as Things[K], item }] : []), [pages, type])
  return { ...toListing(list, items), next: pages?.at(-1)?.next ?? null }
}

/** What comes into an index while somebody pages pushes the last find of a page onto the next. */
function unique(items: readonly SearchItem[]): SearchItem[] {
  const seen = new Set<string>()
  return items.filter(({ id }) => !seen.has(id) && seen.add(id))
}
