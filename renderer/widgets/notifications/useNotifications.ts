import { useMemo } from 'react'
import type { Answer } from '#contract/endpoints.ts'
import { limits } from '#contract/limits.ts'
import { toListing } from '#data/listing.ts'
import { useNotificationsInfiniteQuery } from '#data/notifications.ts'
import { sentenceOf, type Item, type Piece } from './sentence.ts'

export interface Told {
  key: string
  sentence: Piece[]
  actor: Item
  /** Where it leads. */
  href: string
  image: string | null
  time: string
}

type Pages = readonly Answer<'GET /api/v1/me/notifications'>[]

/** Each group once, though one that something was added to meanwhile may be on two pages. */
function toldOf(pages: Pages): Told[] {
  const told = new Map<string, Told>()
  for (const { activities, items, results } of pages)
    activities.forEach((activity, n) => {
      const key = `${activity.verb} ${activity.topic}`
      const sentence = sentenceOf(activity, items, results[n]?.isOwner ?? false)
      const actor = items[activity.actor]
      const topic = items[activity.topic]
      if (told.has(key) || sentence === null || !actor || !topic) return
      told.set(key, { key, sentence, actor, href: topic.href, image: topic.image, time: activity.time })
    })
  return [...told.values()]
}

/** The last ones, for the start: how many of them are new is known before the first poll. */
export const useLatest = () => useNotificationsInfiniteQuery({ query: { limit: limits.notifications.start } })

/** What an opened list shows: the last ones at once where they are known, then as many as it begins with, then more. */
export function useNotifications() {
  const latest = useLatest()
  const all = useNotificationsInfiniteQuery({ query: { limit: limits.notifications.panel } }, { refetchOnMountOrArgChange: true })
  const pages = all.currentData?.pages ?? latest.currentData?.pages
  const told = useMemo(() => pages && toldOf(pages), [pages])
  const rest = toListing(all, told ?? [])
  const missing = all.currentData === undefined
  return {
    told,
    /** Of the newest of all, where it has come. */
    newest: all.isFetching ? undefined : all.currentData?.pages[0]?.results[0]?.date,
    /** It could not be had, nor is there anything older to show. */
    failed: all.isError && !all.isFetching && told === undefined ? all.error : null,
    retry: rest.retry,
    // What is shown while they are on their way are the last ones only: there is more of those.
    more: all.isFetching ? ('loading' as const) : missing ? ('failed' as const) : rest.more,
    error: all.error,
    loadMore: missing ? rest.retry : rest.loadMore,
  }
}
