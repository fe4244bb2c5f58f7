import { useCallback, useSyncExternalStore } from 'react'

/** Whether a media query holds now. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback((listener: () => void) => {
    const list = matchMedia(query)
    list.addEventListener('change', listener)
    return () => list.removeEventListener('change', listener)
  }, [query])
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}

/** Below the player's breakpoint of 768 px a floating player is a maximised one (B4, L1). */
export const useNarrow = (): boolean => useMedia('(max-width: 767.98px)')

/** Here the bar has no room for all its buttons under a finger. The style sheet of the bar knows the same width. */
export const useTight = (): boolean => useMedia('(max-width: 384px)')
