import { useEffect } from 'react'
import { limits } from '#contract/limits.ts'
import { useLazyFeedStatusQuery } from '#data/feed.ts'
import { usePoll } from '#data/poll.ts'
import { t } from '#texts/index.ts'

const pollIntervalMs = 10_000
/**
 * The query time is ahead of the clock by this (ms): the member's own events may be that late. The server subtracts it for events of
 * others (A4.5, decision 33).
 */
const offsetMs = 10_000

export interface NewItems {
  count: number
  /** `3`, or `50+` at the maximum. */
  text: string
}

/** The number of new items since the feed was loaded, polled every ten seconds. Resets after a reload. */
export function useNewItems(loadedAt: number | null, enabled: boolean): NewItems {
  // Data of the document was read shortly after the request started.
  const minTime = Math.round(loadedAt ?? performance.timeOrigin) + offsetMs
  const [fetchStatus, { currentData, originalArgs }] = useLazyFeedStatusQuery()
  usePoll(() => void fetchStatus({ query: { minTime } }), { everyMs: pollIntervalMs, enabled })
  const answeredMinTime = (originalArgs as { query: { minTime: number } } | undefined)?.query.minTime
  const count = enabled && answeredMinTime === minTime ? (currentData?.count ?? 0) : 0
  return { count, text: t.feed.counted(count, count >= limits.feed.status) }
}

/** Prefixes the document title with the number (N3). */
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
