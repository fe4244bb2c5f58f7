import { useEffect } from 'react'
import { limits } from '#contract/limits.ts'
import { useLazyFeedStatusQuery } from '#data/feed.ts'
import { usePoll } from '#data/poll.ts'
import { t } from '#texts/index.ts'

const pollIntervalMs = 10_000
/**
 * The API expects the load time of the feed plus this margin (ms) for the member's own actions, and subtracts it again,
 * so that no activity of others is missed (A4.5, decision 33).
 */
const offsetMs = 10_000

export interface NewItems {
  count: number
  /** `3`, or `50+` at the maximum. */
  text: string
}

/**
 * The number of new items since the feed was loaded, polled every ten seconds (N3). A reload changes `loadedAt`, which
 * resets it.
 */
export function useNewItems(loadedAt: number | null, enabled: boolean): NewItems {
  // Without a load time, the feed was inlined in the document: the server read it after the page load started.
  const minTime = Math.round(loadedAt ?? performance.timeOrigin) + offsetMs
  const [fetchStatus, { currentData, originalArgs }] = useLazyFeedStatusQuery()
  usePoll(() => void fetchStatus({ query: { minTime } }), { everyMs: pollIntervalMs, enabled })
  // The last answer may be for an earlier load of the feed; then it is ignored.
  const answeredMinTime = (originalArgs as { query: { minTime: number } } | undefined)?.query.minTime
  const count = enabled && answeredMinTime === minTime ? (currentData?.count ?? 0) : 0
  return { count, text: t.feed.counted(count, count >= limits.feed.status) }
}

/** Prefixes the document title with the number of new items, such as "(3)" (N3). */
export function useTitleCount({ count, text }: NewItems, title: string): void {
  useEffect(() => {
    if (count === 0) return
    const plainTitle = t.shell.pageOf(title)
    document.title = t.feed.titleWith(text, plainTitle)
    return () => {
      if (document.title === t.feed.titleWith(text, plainTitle)) document.title = plainTitle
    }
  }, [count, text, title])
}
