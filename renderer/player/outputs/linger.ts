/** Milliseconds: longer than the 2 s for which the error of a dead item is shown between two items of one output. */
const lingerMs = 5000

/**
 * Delays the release of a player after `unload`: the next item often needs the same one, and a player that was allowed
 * to play may play again where a new one would need a user gesture.
 */
export function createLinger(release: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    start() {
      clearTimeout(timer)
      timer = setTimeout(release, lingerMs)
    },
    stop: () => clearTimeout(timer),
  }
}
