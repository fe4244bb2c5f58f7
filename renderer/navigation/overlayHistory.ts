/** History entries for full-page overlays: going back closes the overlay and does not scroll the page below. */
import { belowGuard } from '#ui/backGuard.ts'
import { navigate } from './history.ts'

export interface OverlayEntry {
  /** Goes back, then navigates to `to` if given. */
  leave: (to?: string) => void
  /** Stops listening, when the overlay is removed. */
  forget: () => void
}

/** Adds a history entry for an overlay. @param onBack called when the user goes back from the entry. */
export function openOverlayEntry(onBack: () => void): OverlayEntry {
  const listening = new AbortController()
  let next: string | undefined
  // The state has the same key, so that the entry belongs to the visit of the page below.
  history.pushState({ ...(history.state as object | null) }, '')
  addEventListener(
    'popstate',
    () => {
      listening.abort()
      onBack()
      if (next !== undefined) navigate(next)
    },
    { signal: listening.signal },
  )
  return {
    leave(to) {
      next = to
      belowGuard(() => history.back())
    },
    forget: () => listening.abort(),
  }
}
