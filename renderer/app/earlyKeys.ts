/** Keys older than this (ms) are dropped: the user may be typing elsewhere since then. */
const maxAgeMs = 1000

/**
 * Records keys that are pressed before the code of the keyboard shortcuts is loaded. Returns a function that stops the
 * recording and returns the recent keys.
 */
export function recordKeys(target: Pick<Document, 'addEventListener' | 'removeEventListener'>): () => KeyboardEvent[] {
  let keys: KeyboardEvent[] = []
  const isRecent = ({ timeStamp }: KeyboardEvent) => performance.now() - timeStamp < maxAgeMs
  const record = (event: KeyboardEvent) => {
    keys = [...keys.filter(isRecent), event]
  }
  target.addEventListener('keydown', record)
  return () => {
    target.removeEventListener('keydown', record)
    return keys.filter(isRecent)
  }
}
