/** What is taken out of a feed that is on the page, and put back into it, without asking for it again. Pure. */
import type { FeedItem } from '#contract/schemas/feed.ts'
import { speaksFor, type Followed } from './sentence.ts'

interface FeedPart {
  results: FeedItem[]
  next: number | null
}

/** Where the server has what it suggests: behind so many items of the first page. */
const suggestionAfter = 4

const isSuggested = ({ type }: FeedItem): boolean => type === 'suggestion'

/** The offset of what comes next is lowered by as many as go, so that nothing is passed over (N5). */
export function takeOut(pages: readonly FeedPart[], ids: ReadonlySet<string>): void {
  let counted = 0
  for (const page of pages) {
    const gone = page.results.filter(({ id }) => ids.has(id))
    if (gone.length === 0) continue
    page.results = page.results.filter(({ id }) => !ids.has(id))
    counted += gone.filter((item) => !isSuggested(item)).length
  }
  moveNext(pages, -counted)
}

/** Where the time of what happened last has them; those that are there again already stay as they are. */
export function putBack(pages: readonly FeedPart[], items: readonly FeedItem[]): void {
  const there = new Set(pages.flatMap(({ results }) => results.map(({ id }) => id)))
  const missing = items.filter(({ id }) => !there.has(id))
  for (const item of missing) {
    if (isSuggested(item)) {
      pages[0]?.results.splice(suggestionAfter, 0, item)
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

/** What would not be there, were it not for this; and what is suggested for it, whatever else speaks for that. */
export const onlyBecause = (items: readonly FeedItem[], reason: Followed): FeedItem[] =>
  items.filter((item) =>
    isSuggested(item)
      ? speaksFor(reason, item)
      : item.because.length > 0 && item.because.every(({ type, id }) => type === reason.type && id === reason.id),
  )
