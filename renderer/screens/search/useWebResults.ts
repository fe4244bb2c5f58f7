import { useMemo } from 'react'
import type { MediaResult } from '#contract/endpoints/mediasearch.ts'
import { wordsElsewhere } from '#contract/pages/search.ts'
import { uniqueBy, toListing, type Listing } from '#data/index.ts'
import { useMediaSearchInfiniteQuery } from '#data/search.ts'

export type MediaSource = MediaResult['source']

export interface WebResultList extends Listing<MediaResult> {
  /** Services that did not answer the last request. */
  outages: readonly MediaSource[]
}

/** Results of other services (B2 "elsewhere on the web"): of the service `source`, or of all if it is null. */
export function useWebResults(q: string, limit: number, source: MediaSource | null): WebResultList {
  const words = wordsElsewhere(q)
  const list = useMediaSearchInfiniteQuery({ query: { q: words, limit, ...(source && { source }) } }, { skip: words === '' })
  const pages = list.currentData?.pages
  const items = useMemo(() => uniqueBy(pages?.flatMap(({ results }) => results) ?? [], ({ _id }) => _id), [pages])
  const listing = toListing(list, items)
  // A query of only a prefix such as `#` or `@` has no words for other services: an empty list, not a loading one.
  return { ...listing, state: words === '' ? 'ready' : listing.state, outages: pages?.at(-1)?.outages ?? [] }
}
