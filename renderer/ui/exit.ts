/**
 * Whether another document is about to replace this page. Firefox and WebKit cancel requests and imports when a navigation begins, which
 * must not count as failures; WebKit also answers no further requests until the navigation is cancelled.
 */
export type Exit = 'leaving' | 'staying'

/** After this time (ms) a navigation that has not replaced the page was cancelled, or was a download. */
export const exitTimeoutMs = 10_000
/** Delay before a retry (ms) in browsers that do not announce navigations, such as on iPhones. */
const retryDelayMs = 250

/** Pending while the page is being left. */
let leaving: { stays: Promise<void>; settle: () => void } | null = null
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<(exit: Exit) => void>()

function notifyListeners(exit: Exit): void {
  for (const listener of [...listeners]) listener(exit)
}

function leave(): void {
  clearTimeout(timer)
  if (leaving !== null) return
  let settle = (): void => undefined
  const stays = new Promise<void>((resolve) => {
    settle = resolve
  })
  leaving = { stays, settle }
  notifyListeners('leaving')
}

function stay(): void {
  clearTimeout(timer)
  if (leaving === null) return
  const { settle } = leaving
  leaving = null
  notifyListeners('staying')
  settle()
}

/** Starts watching. Call before other code listens to these events or makes requests. */
export function watchExit(window: Pick<Window, 'addEventListener'>): void {
  window.addEventListener('beforeunload', () => {
    leave()
    timer = setTimeout(stay, exitTimeoutMs)
  })
  // The page is gone unless the back/forward cache restores it: timers that run out there do not count.
  window.addEventListener('pagehide', leave)
  window.addEventListener('pageshow', stay)
}

/** Notifies when the page is being left, when it stays after all, and when it is restored from the back/forward cache. */
export function onExit(listener: (exit: Exit) => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Resolves at once unless the page is being left; then only if it stays. */
export const whenStaying = (): Promise<void> => leaving?.stays ?? Promise.resolve()

/**
 * Runs a task, and retries it once after a failure, since a navigation may have cancelled it. Only rejects while the page stays, so that
 * nothing is shown or reported on a page that is being left. Rejects at once if `signal` aborts.
 */
export async function tryTwice<T>(task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  try {
    return await task()
  } catch (reason) {
    if (signal?.aborted === true) throw reason
    await new Promise((resolve) => setTimeout(resolve, retryDelayMs))
    await whenStaying()
  }
  try {
    return await task()
  } catch (reason) {
    await whenStaying()
    throw reason
  }
}
