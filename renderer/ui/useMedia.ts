import { useCallback, useSyncExternalStore } from 'react'
import { matchedOnServer } from './hydration.ts'

/** Whether a media query matches; on the server, for the width that it assumes. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => matchedOnServer(query),
  )
}
