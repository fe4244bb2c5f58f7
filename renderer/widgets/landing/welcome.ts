/**
 * State of the landing overlay and the sign-up banner (R19): first the overlay, then the banner. A store outside React,
 * because components in different parts of the app share it.
 */

/** Keys in `sessionStorage`: the overlay was dismissed; the banner was dismissed. */
type Flag = 'strand-landed' | 'strand-refused'

/**
 * Whether the flag is set in this tab. The documents show both once per page load; a dismissed overlay or banner does
 * not return after a reload either.
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
  /** True until the banner was shown in this page load, or dismissed in this tab. */
  canShowBanner: (): boolean => !isBannerShown,
  markBannerShown: (): void => {
    isBannerShown = true
  },
  /** The banner does not return in this tab. */
  dismissBanner: (): void => setFlag('strand-refused'),
}
