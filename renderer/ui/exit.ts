/**
 * Whether another document is about to replace this page. Firefox and WebKit cancel requests and imports as soon as a
 * navigation begins, which must not be taken for a failure; WebKit answers no further ones either until the page stays.
 */
export type Exit = 'leaving' | 'staying'

/** Milliseconds after which a navigation that has not replaced the page was cancelled, or was a download. */
export const exitLimit = 10_000
/** Milliseconds before a second try where nothing announces a navigation, as on an iPhone. */
const pause = 250

/** Pending while the page is being left. */
let leaving: { stays: Promise<void>; settle: () => void } | null = null
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<(exit: Exit) => void>()

function tell(exit: Exit): void {
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
  tell('leaving')
}

function stay(): void {
  clearTimeout(timer)
  if (leaving === null) return
  const { settle } = leaving
  leaving = null
  tell('staying')
  settle()
}

/** Starts to watch. Before anything that listens here or makes requests. */
export function watchExit(window: Pick<Window, 'addEventListener'>): void {
  window.addEventListener('beforeunload', () => {
    leave()
    timer = setTimeout(stay, exitLimit)
  })
  // Gone, unless the back/forward cache brings it back: a timer that ran out there must not end it.
  window.addEventListener('pagehide', leave)
  window.addEventListener('pageshow', stay)
}

/** Calls back when the page is being left, and when it stays after all or comes back from the back/forward cache. */
export function onExit(listener: (exit: Exit) => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Resolves at once unless the page is being left; otherwise when it stays, so never where it goes. */
export const whenStaying = (): Promise<void> => leaving?.stays ?? Promise.resolve()

/**
 * Runs a task, and once more where it fails, for it may have been cancelled by a navigation. Rejects only while the page
 * stays: nothing is to be shown or reported of a failure on a page that goes. What `signal` aborts rejects at once.
 */
export async function tryTwice<T>(task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  try {
    return await task()
  } catch (reason) {
    if (signal?.aborted === true) throw reason
    await new Promise((resolve) => setTimeout(resolve, pause))
    await whenStaying()
  }
  try {
    return await task()
  } catch (reason) {
    await whenStaying()
    throw reason
  }
}
