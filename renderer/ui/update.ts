/** News that can wait, from anywhere: shown one after another in the update banner, for 5 s each. */
export interface Update {
  text: string
  action?: { label: string; onSelect: () => void }
}

type Listener = (update: Update | null) => void

let updates: readonly Update[] = []
let listener: Listener | null = null
let wake: (() => void) | null = null

const notify = () => {
  listener?.(updates[0] ?? null)
  wake?.()
}

/** Ignored if the same news is already shown or waiting. */
export function showUpdate(update: Update): void {
  if (updates.some(({ text }) => text === update.text)) return
  updates = [...updates, update]
  notify()
}

/** Ends the current one. */
export function dropUpdate(): void {
  updates = updates.slice(1)
  notify()
}

/** For the banner: delivers the current news now and at each change, until the returned function is called. */
export function receiveUpdates(show: Listener): () => void {
  listener = show
  if (updates.length > 0) notify()
  return () => {
    if (listener === show) listener = null
  }
}

/** For the shell: called when the banner is first needed. */
export function onFirstUpdate(call: () => void): () => void {
  wake = call
  if (updates.length > 0) call()
  return () => {
    if (wake === call) wake = null
  }
}
