/**
 * Toasts from anywhere, screens and sagas alike. What waits is kept here until the region, which is
 * fetched for the first of them, takes it.
 */
export type ToastLength = 'short' | 'default' | 'long'

export interface Toast {
  text: string
  /** 3, 4 or 6 s (A9). */
  length?: ToastLength
  /** `error` is read out at once. */
  kind?: 'plain' | 'error'
  /** One button, for example Undo. */
  action?: { label: string; onSelect: () => void }
  /** Without the start delay of 1 s: for the answer to what was just done. */
  now?: boolean
}

export const toastTimes: Record<ToastLength, number> = { short: 3000, default: 4000, long: 6000 }
export const toastStartDelay = 1000

type Listener = (toast: Toast) => void
const waiting: Toast[] = []
let region: Listener | null = null
let wake: (() => void) | null = null

const deliver = (toast: Toast) => {
  if (region) region(toast)
  else {
    waiting.push(toast)
    wake?.()
  }
}

export function showToast(toast: Toast): void {
  if (toast.now) deliver(toast)
  else {
    // The region is fetched while the delay runs.
    wake?.()
    setTimeout(deliver, toastStartDelay, toast)
  }
}

/** The region's side: takes what waits and what comes, until the answered function is called. */
export function receiveToasts(listener: Listener): () => void {
  region = listener
  for (const toast of waiting.splice(0)) listener(toast)
  return () => {
    if (region === listener) region = null
  }
}

/** The shell's side: called when there is something for a region to show. */
export function onFirstToast(listener: () => void): () => void {
  wake = listener
  if (waiting.length > 0) listener()
  return () => {
    if (wake === listener) wake = null
  }
}
