import { useEffect, useRef, useState } from 'react'
import { t } from '#texts/index.ts'
import { scrollStepwise } from '#ui/scroll.ts'
import { showToast } from '#ui/toast.ts'
import type { Feed } from './useFeed.ts'
import type { NewItems } from './useNewItems.ts'

/** How long the report is shown (A9, ms). */
const updatesMs = 5000

export interface Refresh {
  /** The report, such as "3 since you last looked"; null if none is shown. */
  updates: string | null
  busy: boolean
  /** Reloads the feed and scrolls to its top. */
  refresh(): Promise<void>
}

/** Reloads a feed on request and reports the number of new items. */
export function useRefresh(feed: Feed, news: NewItems): Refresh {
  const [updates, setUpdates] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return {
    updates,
    busy,
    async refresh() {
      const { count, text: words } = news
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
