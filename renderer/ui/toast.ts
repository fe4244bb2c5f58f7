/** Shows toasts, from screens and sagas alike. Toasts wait here until the region, which is loaded for the first one, receives them. */
export type ToastLength = 'short' | 'default' | 'long'

export interface Toast {
  text: string
  /** 3, 4 or 6 s (A9). */
  length?: ToastLength
  /** `error` is announced at once. */
  kind?: 'plain' | 'error'
  /** One button, for example Undo. */
  action?: { label: string; onSelect: () => void }
  /** Without the initial delay of 1 s, for feedback on the current action. */
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
    // Loads the region during the delay.
    if (!region) wake?.()
    setTimeout(deliver, toastStartDelay, toast)
  }
}

/** For the region: delivers waiting and new toasts until the returned function is called. */
export function receiveToasts(listener: Listener): () => void {
  region = listener
  for (const toast of waiting.splice(0)) listener(toast)
  return () => {
    if (region === listener) region = null
  }
}

/** For the shell: called at each toast until the region has been loaded. */
export function onToastWithoutRegion(listener: () => void): () => void {
  wake = listener
  if (waiting.length > 0) listener()
  return () => {
    if (wake === listener) wake = null
  }
}
