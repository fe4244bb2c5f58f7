/** What is new and can wait, from anywhere: shown one after the other in the update banner, each for 5 s. */
export interface Update {
  text: string
  action?: { label: string; onSelect: () => void }
}

type Listener = (update: Update | null) => void

let updates: readonly Update[] = []
let listener: Listener | null = null
let wake: (() => void) | null = null

const tell = () => {
  listener?.(updates[0] ?? null)
  wake?.()
}

/** The same news is not told again while it is there or waits. */
export function showUpdate(update: Update): void {
  if (updates.some(({ text }) => text === update.text)) return
  updates = [...updates, update]
  tell()
}

/** The present one is gone. */
export function dropUpdate(): void {
  updates = updates.slice(1)
  tell()
}

/** The banner's side: what is to be shown now, at once and at each change, until the answered function is called. */
export function receiveUpdates(show: Listener): () => void {
  listener = show
  if (updates.length > 0) tell()
  return () => {
    if (listener === show) listener = null
  }
}

/** The shell's side: called when there is something for a banner to show. */
export function onFirstUpdate(call: () => void): () => void {
  wake = call
  if (updates.length > 0) call()
  return () => {
    if (wake === call) wake = null
  }
}
