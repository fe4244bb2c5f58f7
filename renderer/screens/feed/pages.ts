/** Removes items from cached feed pages and puts them back, without a request. Pure. */
import type { FeedItem } from '#contract/schemas/feed.ts'
import { isReasonFor, type Followed } from './sentence.ts'

interface FeedPart {
  results: FeedItem[]
  next: number | null
}

/** The server inserts suggestions after this many items of the first page. */
const suggestionIndex = 4

const isSuggested = ({ type }: FeedItem): boolean => type === 'suggestion'

/** Lowers the next offset by the number of removed items, so that paging skips none (N5). */
export function removeItems(pages: readonly FeedPart[], ids: ReadonlySet<string>): void {
  let removedCount = 0
  for (const page of pages) {
    const removed = page.results.filter(({ id }) => ids.has(id))
    if (removed.length === 0) continue
    page.results = page.results.filter(({ id }) => !ids.has(id))
    removedCount += removed.filter((item) => !isSuggested(item)).length
  }
  moveNext(pages, -removedCount)
}

/** Inserts by timestamp. Items that are present already stay unchanged. */
export function restoreItems(pages: readonly FeedPart[], items: readonly FeedItem[]): void {
  const presentIds = new Set(pages.flatMap(({ results }) => results.map(({ id }) => id)))
  const missing = items.filter(({ id }) => !presentIds.has(id))
  for (const item of missing) {
    if (isSuggested(item)) {
      pages[0]?.results.splice(suggestionIndex, 0, item)
      continue
    }
    const isEarlier = (other: FeedItem): boolean => !isSuggested(other) && other.state.timestamp < item.state.timestamp
    const page = pages.find(({ results }) => results.some(isEarlier)) ?? pages.at(-1)
    const at = page?.results.findIndex(isEarlier) ?? -1
    page?.results.splice(at < 0 ? page.results.length : at, 0, item)
  }
  moveNext(pages, missing.filter((item) => !isSuggested(item)).length)
}

function moveNext(pages: readonly FeedPart[], by: number): void {
  const last = pages.at(-1)
  if (last && last.next !== null) last.next = Math.max(0, last.next + by)
}

/** Items that exist only for this reason, and all suggestions it supports. */
export const itemsOnlyFor = (items: readonly FeedItem[], reason: Followed): FeedItem[] =>
  items.filter((item) =>
    isSuggested(item)
      ? isReasonFor(reason, item)
      : item.because.length > 0 && item.because.every(({ type, id }) => type === reason.type && id === reason.id),
  )
