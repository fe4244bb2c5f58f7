/**
 * Moves through the browser's history: every entry has a key, under which its scroll position is
 * kept, so that going back finds the place (decision 34) and going on starts at the top.
 */
import { navigate as push, useBrowserLocation } from 'wouter/use-browser-location'

const storageKey = 'strand-scroll'
const restoreFor = 3000

let positions = new Map<string, number>()
let restoring: (() => void) | null = null
/** Whether the present entry was reached by going back or forward, or by loading the page again. */
let revisited = false

const currentKey = (): string => (history.state as { key?: string } | null)?.key ?? 'first'
const newKey = (): string => Math.random().toString(36).slice(2, 10)

export function navigate(to: string, options: { replace?: boolean; state?: object } = {}): void {
  positions.set(currentKey(), scrollY)
  revisited = false
  // As a browser does with a link to the page that is there: no second entry, and from the top.
  const here = to === location.pathname + location.search
  const replace = here || options.replace === true
  const key = replace ? currentKey() : newKey()
  push(to, { ...options, replace, state: { ...options.state, key } })
  if (here) scrollTo(0, 0)
}

/** What wouter's router takes: the browser's own location, and moves that keep our keys. */
export const useAppLocation = (): [string, typeof navigate] => [useBrowserLocation()[0], navigate]

/** Starts remembering. Once, before the first render. */
export function startHistory(): void {
  history.scrollRestoration = 'manual'
  try {
    positions = new Map(JSON.parse(sessionStorage.getItem(storageKey) ?? '[]') as [string, number][])
  } catch {
    // Another version's, or a browser that keeps nothing: pages then start at the top.
  }
  revisited = positions.has(currentKey())
  addEventListener('scroll', () => restoring ?? positions.set(currentKey(), scrollY), { passive: true })
  addEventListener('popstate', () => {
    revisited = true
  })
  addEventListener('pagehide', () => {
    try {
      sessionStorage.setItem(storageKey, JSON.stringify([...positions].slice(-100)))
    } catch {
      // Full or forbidden; only a reload would have used it.
    }
  })
}

/** To the top of a new page, or to where this entry was left. Answers whether it is a new visit. */
export function settleScroll(): boolean {
  restoring?.()
  const wanted = revisited ? positions.get(currentKey()) : 0
  if (wanted === undefined) return !revisited
  scrollTo(0, wanted)
  // What the page holds may still be on its way: follow its growth until it is long enough, or the person scrolls.
  if (wanted > 0 && Math.abs(scrollY - wanted) > 1) followTo(wanted)
  return !revisited
}

function followTo(wanted: number): void {
  const observer = new ResizeObserver(() => {
    scrollTo(0, wanted)
    if (Math.abs(scrollY - wanted) <= 1) stop()
  })
  const stop = () => {
    restoring = null
    observer.disconnect()
    clearTimeout(timer)
    removeEventListener('wheel', stop)
    removeEventListener('touchstart', stop)
    removeEventListener('keydown', stop)
  }
  const timer = setTimeout(stop, restoreFor)
  restoring = stop
  addEventListener('wheel', stop, { passive: true })
  addEventListener('touchstart', stop, { passive: true })
  addEventListener('keydown', stop)
  observer.observe(document.body)
}
