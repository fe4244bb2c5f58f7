import { useEffect, useRef, useState } from 'react'
import { t } from '#texts/index.ts'
import { scrollStepwise } from '#ui/scroll.ts'
import { showToast } from '#ui/toast.ts'
import type { Feed } from './useFeed.ts'
import type { News } from './useNews.ts'

/** How long (ms) it is said what came (A9). */
const updatesMs = 5000

export interface Refresh {
  /** What came with it, in words; null where nothing is said. */
  updates: string | null
  busy: boolean
  /** Loads the feed anew, from its top. */
  refresh(): Promise<void>
}

export function useRefresh(feed: Feed, news: News): Refresh {
  const [updates, setUpdates] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return {
    updates,
    busy,
    async refresh() {
      const { count, words } = news
      setBusy(true)
      const loaded = await feed.reload()
      setBusy(false)
      if (!loaded) return showToast({ text: t.feed.refreshFailed, kind: 'error', now: true })
      scrollStepwise(0)
      setUpdates(count > 0 ? t.feed.updatesText(words) : t.feed.upToDate)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => setUpdates(null), updatesMs)
    },
  }
}
