/** Open state and unread count of notifications, shared by the bell, the left menu and the poll. */
import { useSyncExternalStore } from 'react'

export interface NotificationsState {
  view: 'closed' | 'dropdown' | 'panel'
  /** Number of notification groups with unread entries. */
  unread: number
}

const initialState: NotificationsState = { view: 'closed', unread: 0 }
let state = initialState
const listeners = new Set<() => void>()

const set = (next: NotificationsState): void => {
  if (next.view === state.view && next.unread === state.unread) return
  state = next
  for (const listener of [...listeners]) listener()
}

export const currentView = (): NotificationsState['view'] => state.view

/** Opening the list marks everything as read, so the unread count becomes 0. */
export const openNotifications = (view: 'dropdown' | 'panel' = 'panel'): void => set({ view, unread: 0 })
export const closeNotifications = (): void => set({ ...state, view: 'closed' })

/**
 * Number of entries on the first page newer than `since` (the time up to which they were read). Null if all are newer
 * and there are further pages: only the server has the total.
 */
export function countUnread(
  { results, next }: { results: readonly { date: string }[]; next: number | null },
  since: string | null,
): number | null {
  const count = results.filter(({ date }) => date > (since ?? '')).length
  return count === results.length && next !== null ? null : count
}
export const setUnread = (unread: number): void => set({ ...state, unread })
/** Resets the state for another member or a visitor. */
export const resetNotifications = (): void => set(initialState)

export const useNotificationsState = (): NotificationsState =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => state,
    () => initialState,
  )
