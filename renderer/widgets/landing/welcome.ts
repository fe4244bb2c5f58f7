/**
 * State of the landing overlay and the sign-up banner, each shown once per page load (R19): first the overlay, then the banner. A store
 * outside React, because global events change it.
 */
type Flag = 'strand-landed' | 'strand-refused'

/**
 * Stored per tab: visitors who saw the overlay or dismissed the banner do not see it again. The documents say once per page load; a
 * dismissed banner that returns after each reload would ignore the dismissal.
 */
function hasFlag(flag: Flag): boolean {
  try {
    return sessionStorage.getItem(flag) !== null
  } catch {
    return false
  }
}

function setFlag(flag: Flag): void {
  try {
    sessionStorage.setItem(flag, '1')
  } catch {
    // Storage is unavailable: the landing is shown again after a reload.
  }
}

let landing = !hasFlag('strand-landed')
let isBannerShown = hasFlag('strand-refused')
const listeners = new Set<() => void>()

export const welcome = {
  /** For `useSyncExternalStore`. */
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  isLanding: (): boolean => landing,
  /** Dismisses the overlay for the rest of the tab session. */
  dismissLanding(): void {
    landing = false
    setFlag('strand-landed')
    for (const listener of [...listeners]) listener()
  },
  /** True until the banner was shown; it is shown once per page load. */
  canShowBanner: (): boolean => !isBannerShown,
  markBannerShown: (): void => {
    isBannerShown = true
  },
  dismissBanner: (): void => setFlag('strand-refused'),
}
