/** Removes items from the cached pages of a feed and restores them, without a request. `pages` is changed in place. */
import type { FeedItem } from '#contract/schemas/feed.ts'
import { isReasonFor, type Followed } from './sentence.ts'

interface FeedPart {
  results: FeedItem[]
  /** Offset of the next page. */
  next: number | null
}

/** Position of the suggestion on the first page, as on the server (`server/features/feed/service.ts`). */
const suggestionIndex = 4

const isSuggested = ({ type }: FeedItem): boolean => type === 'suggestion'

/**
 * Removes items, and lowers the next offset by their number, so that paging skips none (N5). Suggestions do not count:
 * the server inserts them into the page.
 */
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

/** Inserts items by timestamp, newest first. Items that are already in the list stay unchanged. */
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

/** The items to remove when `reason` is unfollowed: those with no other reason, and suggestions because of it. */
export const itemsOnlyFor = (items: readonly FeedItem[], reason: Followed): FeedItem[] =>
  items.filter((item) =>
    isSuggested(item)
      ? isReasonFor(reason, item)
      : item.because.length > 0 && item.because.every(({ type, id }) => type === reason.type && id === reason.id),
  )
