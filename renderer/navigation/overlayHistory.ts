/** Entries of the history for what covers a whole page: going back closes it, and moves nothing of the page below. */
import { belowGuard } from '#ui/backGuard.ts'
import { navigate } from './history.ts'

export interface OverEntry {
  /** Goes back from it, and on to another page where one is said. */
  leave: (to?: string) => void
  /** It is gone otherwise. */
  forget: () => void
}

/** `onLeft`: somebody went back from it, by whatever way. */
export function openOver(onLeft: () => void): OverEntry {
  const listening = new AbortController()
  let next: string | undefined
  // The same key: it belongs to the visit that it covers.
  history.pushState({ ...(history.state as object | null) }, '')
  addEventListener(
    'popstate',
    () => {
      listening.abort()
      onLeft()
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
