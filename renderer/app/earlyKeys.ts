/** Age from which a key is dropped (ms): by then the user may be typing elsewhere. */
const maxAgeMs = 1000

/** Records the keys that are pressed before the code of the shortcuts is loaded. Returns a function that stops it and returns them. */
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
