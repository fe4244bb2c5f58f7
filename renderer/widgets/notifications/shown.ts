/** Where the notifications are open, and how many are new: the bell, the left menu and the watch see the same. */
import { useSyncExternalStore } from 'react'

export interface Shown {
  place: 'nowhere' | 'dropdown' | 'panel'
  /** How many groups have something that was not seen yet. */
  fresh: number
}

const nothing: Shown = { place: 'nowhere', fresh: 0 }
let shown = nothing
const listeners = new Set<() => void>()

const set = (next: Shown): void => {
  if (next.place === shown.place && next.fresh === shown.fresh) return
  shown = next
  for (const listener of [...listeners]) listener()
}

export const placeNow = (): Shown['place'] => shown.place

/** What is open is seen: nothing in it counts as new. */
export const openNotifications = (place: 'dropdown' | 'panel' = 'panel'): void => set({ place, fresh: 0 })
export const closeNotifications = (): void => set({ ...shown, place: 'nowhere' })
/** How many of a list's first page are newer than `since`; null where all are and the list goes on, so that only the server knows. */
export function freshIn(
  { results, next }: { results: readonly { date: string }[]; next: number | null },
  since: string | null,
): number | null {
  const count = results.filter(({ date }) => date > (since ?? '')).length
  return count === results.length && next !== null ? null : count
}
export const countFresh = (fresh: number): void => set({ ...shown, fresh })
/** Another member, or none. */
export const forgetNotifications = (): void => set(nothing)

export const useShown = (): Shown =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => shown,
  )
