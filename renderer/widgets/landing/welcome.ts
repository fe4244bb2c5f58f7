/**
 * State of the landing overlay and the sign-up banner, each shown once per page load (R19): first the overlay, then the banner. A store
 * outside React, because global events change it.
 */
type Mark = 'strand-landed' | 'strand-refused'

/**
 * Stored per tab: visitors who saw the overlay or dismissed the banner do not see it again. The documents say once per page load; a
 * dismissed banner that returns after each reload would ignore the dismissal.
 */
function isMarked(mark: Mark): boolean {
  try {
    return sessionStorage.getItem(mark) !== null
  } catch {
    return false
  }
}

function keep(mark: Mark): void {
  try {
    sessionStorage.setItem(mark, '1')
  } catch {
    // Storage is unavailable: the landing is shown again after a reload.
  }
}

let landing = !isMarked('strand-landed')
let called = isMarked('strand-refused')
const listeners = new Set<() => void>()

export const welcome = {
  /** For `useSyncExternalStore`. */
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  isLanding: (): boolean => landing,
  /** Dismisses the overlay for the rest of the tab session. */
  left(): void {
    landing = false
    keep('strand-landed')
    for (const listener of [...listeners]) listener()
  },
  /** True until the banner was shown; it is shown once per page load. */
  mayCall: (): boolean => !called,
  called: (): void => {
    called = true
  },
  refused: (): void => keep('strand-refused'),
}
