/** Open state and unread count of notifications, shared by the bell, the left menu and the poll. */
import { useSyncExternalStore } from 'react'

export interface Shown {
  place: 'nowhere' | 'dropdown' | 'panel'
  /** Number of notification groups with unread entries. */
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

/** Opening marks everything as read. */
export const openNotifications = (place: 'dropdown' | 'panel' = 'panel'): void => set({ place, fresh: 0 })
export const closeNotifications = (): void => set({ ...shown, place: 'nowhere' })
/**
 * Number of entries on the first page newer than `since`; null if all are and there are further pages, because then only the server
 * knows.
 */
export function freshIn(
  { results, next }: { results: readonly { date: string }[]; next: number | null },
  since: string | null,
): number | null {
  const count = results.filter(({ date }) => date > (since ?? '')).length
  return count === results.length && next !== null ? null : count
}
export const countFresh = (fresh: number): void => set({ ...shown, fresh })
/** Resets the state for another member or a visitor. */
export const forgetNotifications = (): void => set(nothing)

export const useShown = (): Shown =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => shown,
  )
