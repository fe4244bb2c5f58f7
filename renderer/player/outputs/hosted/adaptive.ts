/** What HLS and DASH have in common: how large a picture may be, how much is kept of it, and how often it is started again. */

/** "720 class" (B9): the shorter side of the picture, in px, so that an upright one counts like a lying one. */
const largest = 720
/** Seconds kept behind the position, for a step back: the players' own default is to keep everything. */
export const backBuffer = 30

interface Size {
  width?: number | undefined
  height?: number | undefined
}

/** Those of at most 720, else the smallest there is. Where no sizes are known, as of sound, all of them. */
export function within720<Level extends Size>(levels: readonly Level[]): Level[] {
  const side = ({ width = 0, height = 0 }: Level) => Math.min(width || height, height || width)
  const allowed = levels.filter((level) => side(level) <= largest)
  if (allowed.length > 0) return allowed
  const smallest = Math.min(...levels.map(side))
  return levels.filter((level) => side(level) === smallest)
}

/** So many recoveries are made within so many milliseconds: more of them are a medium that cannot be decoded. */
const recoveries = 3
const period = 60_000

/** Whether one more recovery is worth a try. */
export function createRecoveries(): () => boolean {
  let made: number[] = []
  return () => {
    const now = performance.now()
    made = made.filter((at) => now - at < period)
    if (made.length >= recoveries) return false
    made.push(now)
    return true
  }
}

/** Recovery loads the element again, which pauses it without an event: what plays now plays on after it. */
export function playOn(element: HTMLMediaElement): void {
  // A microtask, because the script may be about to do it.
  if (!element.paused) queueMicrotask(() => void element.play().catch(() => undefined))
}
