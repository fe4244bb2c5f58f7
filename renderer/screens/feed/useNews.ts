import { useEffect } from 'react'
import { limits } from '#contract/limits.ts'
import { useLazyFeedStatusQuery } from '#data/feed.ts'
import { usePoll } from '#data/poll.ts'
import { t } from '#texts/index.ts'

const everyMs = 10_000
/** Ahead of the clock by so much (ms), because one's own doings may be that late; the server takes it off again for everybody else's (A4.5, decision 33). */
const offsetMs = 10_000

export interface News {
  count: number
  /** `3`, or `50+` where it is not counted further. */
  words: string
}

/** How much is new since a feed was loaded, asked every ten seconds. Another load begins from nothing. */
export function useNews(loadedAt: number | null, enabled: boolean): News {
  // What came with the document was read a moment after somebody asked for it.
  const minTime = Math.round(loadedAt ?? performance.timeOrigin) + offsetMs
  const [ask, { currentData, originalArgs }] = useLazyFeedStatusQuery()
  usePoll(() => void ask({ query: { minTime } }), { everyMs, enabled })
  const asked = (originalArgs as { query: { minTime: number } } | undefined)?.query.minTime
  const count = enabled && asked === minTime ? (currentData?.count ?? 0) : 0
  return { count, words: t.feed.counted(count, count >= limits.feed.status) }
}

/** The number stands before the page's title (N3). */
export function useTitleCount({ count, words }: News, title: string): void {
  useEffect(() => {
    if (count === 0) return
    const plain = t.shell.pageOf(title)
    document.title = t.feed.titleWith(words, plain)
    return () => {
      if (document.title === t.feed.titleWith(words, plain)) document.title = plain
    }
  }, [count, words, title])
}
