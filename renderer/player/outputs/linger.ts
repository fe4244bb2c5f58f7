/** Milliseconds for which an idle player is kept: a dead item (2 s) between two of a kind costs no new one. */
const keep = 5000

/**
 * Puts off letting go of a player after `unload`, because the next item often needs the same one, and
 * one that was allowed to play once may go on playing where a new one would have to ask for a gesture.
 */
export function createLinger(letGo: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    start() {
      clearTimeout(timer)
      timer = setTimeout(letGo, keep)
    },
    stop: () => clearTimeout(timer),
  }
}
