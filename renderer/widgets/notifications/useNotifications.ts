import { useMemo } from 'react'
import type { Answer } from '#contract/endpoints.ts'
import { limits } from '#contract/limits.ts'
import { toListing } from '#data/listing.ts'
import { useNotificationsInfiniteQuery } from '#data/notifications.ts'
import { sentenceOf, type Item, type Piece } from './sentence.ts'

/** A notification as the list shows it. */
export interface NotificationEntry {
  key: string
  sentence: Piece[]
  actor: Item
  /** Link target. */
  href: string
  image: string | null
  time: string
  /** Whether the member's preferences allow a push message about it. */
  isPushEnabled: boolean
}

type Pages = readonly Answer<'GET /api/v1/me/notifications'>[]

/** Unique by verb and topic: a notification that got new actors between two requests can be on two pages. */
export function toEntries(pages: Pages): NotificationEntry[] {
  const entries = new Map<string, NotificationEntry>()
  for (const { activities, items, results } of pages)
    activities.forEach((activity, n) => {
      const key = `${activity.verb} ${activity.topic}`
      const sentence = sentenceOf(activity, items, results[n]?.isOwner ?? false)
      const actor = items[activity.actor]
      const topic = items[activity.topic]
      if (entries.has(key) || sentence === null || !actor || !topic) return
      entries.set(key, {
        key,
        sentence,
        actor,
        href: topic.href,
        image: topic.image,
        time: activity.time,
        isPushEnabled: activity.isPushEnabled,
      })
    })
  return [...entries.values()]
}

/** The latest notifications, loaded at startup to count unread ones before the first poll. */
export const useLatest = () => useNotificationsInfiniteQuery({ query: { limit: limits.notifications.start } })

/** Notifications of an open list: the cached latest ones first, then the first page, then further pages. */
export function useNotifications() {
  const latest = useLatest()
  const all = useNotificationsInfiniteQuery({ query: { limit: limits.notifications.panel } }, { refetchOnMountOrArgChange: true })
  const pages = all.currentData?.pages ?? latest.currentData?.pages
  const entries = useMemo(() => pages && toEntries(pages), [pages])
  const rest = toListing(all, entries ?? [])
  const missing = all.currentData === undefined
  return {
    notifications: entries,
    /** Time of the newest loaded notification. */
    newest: all.isFetching ? undefined : all.currentData?.pages[0]?.results[0]?.date,
    /** Set if loading failed and nothing is cached. */
    failed: all.isError && !all.isFetching && entries === undefined ? all.error : null,
    retry: rest.retry,
    // Until the first page has arrived only the latest ones are shown, so there are always more.
    more: all.isFetching ? ('loading' as const) : missing ? ('failed' as const) : rest.more,
    error: all.error,
    loadMore: missing ? rest.retry : rest.loadMore,
  }
}
