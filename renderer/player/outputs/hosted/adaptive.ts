/** Shared settings of HLS and DASH: the largest picture, the length of the back buffer, and the number of recoveries. */

/** "720 class" (B9): the shorter side of the picture in px, so that portrait and landscape are treated alike. */
const maxSidePx = 720
/** Seconds buffered behind the position, for seeking back: by default both players buffer everything. */
export const backBuffer = 30

interface Size {
  width?: number | undefined
  height?: number | undefined
}

/** The levels of at most 720 px, or else the smallest ones. All levels if no sizes are known, as for sound. */
export function within720<Level extends Size>(levels: readonly Level[]): Level[] {
  const side = ({ width = 0, height = 0 }: Level) => Math.min(width || height, height || width)
  const allowed = levels.filter((level) => side(level) <= maxSidePx)
  if (allowed.length > 0) return allowed
  const smallest = Math.min(...levels.map(side))
  return levels.filter((level) => side(level) === smallest)
}

/** A medium that needs more recoveries within this time (ms) counts as undecodable. */
const maxRecoveries = 3
const recoveryPeriodMs = 60_000

/** Creates a function that counts a recovery, and returns whether it may still be tried. */
export function createRecoveries(): () => boolean {
  let times: number[] = []
  return () => {
    const now = performance.now()
    times = times.filter((at) => now - at < recoveryPeriodMs)
    if (times.length >= maxRecoveries) return false
    times.push(now)
    return true
  }
}

/** Continues playback after a recovery, which reloads the element and pauses it without an event. */
export function playOn(element: HTMLMediaElement): void {
  // In a microtask: the script may reload the element after this call.
  if (!element.paused) queueMicrotask(() => void element.play().catch(() => undefined))
}
