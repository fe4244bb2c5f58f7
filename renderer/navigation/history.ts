/**
 * Navigation: every history entry has a key, under which its scroll position and list lengths are stored. Going back restores them
 * (decision 34); new entries start at the top.
 */
import { createContext, use, useSyncExternalStore } from 'react'
import { navigate as push, useBrowserLocation, useSearch as useBrowserSearch } from 'wouter/use-browser-location'
import { onExit } from '#ui/exit.ts'
import { belowGuard, noteMove, onGuardEntry, waitForLeaving, watchBack } from '#ui/backGuard.ts'
import { fullLoadOf, visitTo } from './routes.ts'

const storageKey = 'strand-history'
const entriesKept = 100
/** Debounce of writes (ms). */
const settle = 300
const restoreFor = 8000
/** Maximum number of items that going back restores (A9). */
const restoredItems = 100
/** Milliseconds for which an answer is certainly still cached: slightly less than `keepUnusedDataFor`. */
const kept = 590_000

export interface Entry {
  y: number
  /** Per list: the number of items shown, and the limit of its first request. */
  shown: Record<string, { count: number; limit: number }>
  /** Time (ms since 1970) and page load of the last write. */
  at: number
  load: string
}

/** One display of a history entry. */
export interface Visit {
  /** The entry's key: following a link creates a new one, going back returns to an old one. */
  id: string
  /** Whether it was reached by going back or forward, or by a reload. */
  revisited: boolean
  began: number
  /** The stored entry at that time. */
  before: Entry | undefined
}

let entries = new Map<string, Entry>()
let restoring: (() => void) | null = null
let visit: Visit = { id: 'first', revisited: false, began: 0, before: undefined }
let leave: (to: string) => boolean = () => false
const listeners = new Set<() => void>()
const load = newKey()
let writing: ReturnType<typeof setTimeout> | undefined

function newKey(): string {
  return Math.random().toString(36).slice(2, 10)
}
const keyIn = (state: unknown): string | undefined => (state as { key?: string } | null)?.key

function note(change: Partial<Pick<Entry, 'y'>> & { shown?: Entry['shown'] } = {}): void {
  const { id } = visit
  const before = entries.get(id)
  // Moves the entry to the end: the least recently used are dropped first.
  entries.delete(id)
  entries.set(id, { y: change.y ?? before?.y ?? 0, shown: { ...before?.shown, ...change.shown }, at: Date.now(), load })
  clearTimeout(writing)
  writing = setTimeout(write, settle)
}

function write(): void {
  clearTimeout(writing)
  try {
    sessionStorage.setItem(storageKey, JSON.stringify([...entries].slice(-entriesKept)))
  } catch {
    // Full or blocked: only a reload would have used it.
  }
}

function begin(id: string, revisited: boolean): void {
  visit = { id, revisited, began: Date.now(), before: revisited ? entries.get(id) : undefined }
  for (const listener of [...listeners]) listener()
}

/** Called before each navigation. Return true to handle it yourself. */
export function beforeLeaving(instead: (to: string) => boolean): void {
  leave = instead
}

export function navigate(to: string, options: { replace?: boolean; state?: object } = {}): void {
  if (waitForLeaving(() => navigate(to, options))) return
  note({ y: scrollY })
  const replacing = options.replace === true
  const elsewhere = replacing ? null : fullLoadOf(to)
  // The closing dialog's `history.back()` would cancel the load.
  if (elsewhere !== null) return belowGuard(() => location.assign(elsewhere))
  if (!replacing && leave(to)) return
  // Like a browser's link to the current page: no new entry, and scrolls to the top.
  const here = to === location.pathname + location.search
  const id = replacing && !here ? visit.id : newKey()
  const stays = replacing && !here && pageAt(to) === pageAt(location.href)
  // A new entry replaces the entry of open dialogs (ui/backGuard.ts); a replaced address keeps it.
  const overDialog = onGuardEntry()
  push(to, {
    ...options,
    replace: here || replacing || overDialog,
    state: { ...options.state, key: id, ...(overDialog && replacing && { guard: true }) },
  })
  noteMove()
  if (here)
    void import('#ui/scroll.ts').then(
      ({ scrollStepwise }) => scrollStepwise(0),
      () => scrollTo(0, 0),
    )
  if (!stays) begin(id, false)
}

function pageAt(address: string): string {
  const { pathname, search } = new URL(address, location.href)
  return visitTo(pathname, search)
}

/** The address of a previous screen that is still shown: it must not read, and make requests for, the next screen's address. */
export const HeldAddress = createContext<{ path: string; search: string } | null>(null)

/** For wouter's router: the browser's location, and navigation that keeps the keys. */
export function useAppLocation(): [string, typeof navigate] {
  const [path] = useBrowserLocation()
  return [use(HeldAddress)?.path ?? path, navigate]
}

export function useAppSearch(): string {
  const search = useBrowserSearch()
  return use(HeldAddress)?.search ?? search
}

/** Starts recording. Once, before the first render. */
export function startHistory(): void {
  history.scrollRestoration = 'manual'
  try {
    entries = new Map(JSON.parse(sessionStorage.getItem(storageKey) ?? '[]') as [string, Entry][])
  } catch {
    // Another version's format, or no storage: pages start at the top.
  }
  const id = keyIn(history.state) ?? newKey()
  // Every full load gets a key of its own.
  if (keyIn(history.state) === undefined) history.replaceState({ ...(history.state as object | null), key: id }, '')
  begin(id, entries.has(id))
  watchBack()
  addEventListener('scroll', () => restoring ?? note({ y: scrollY }), { passive: true })
  addEventListener('popstate', ({ state }) => {
    const id = keyIn(state)
    // Only the hash changed, or an overlay was closed: the same page.
    if (id === undefined || id === visit.id) return
    note()
    begin(id, true)
  })
  // `pagehide` is too late in Firefox: it discards writes if the next document is in another browsing context group.
  onExit((exit) => {
    if (exit === 'leaving') write()
  })
  // WebKit applies the restoration mode to pages of the back/forward cache too, and may restore an outdated position.
  let left = 0
  addEventListener('pagehide', () => {
    history.scrollRestoration = 'auto'
    left = scrollY
    write()
  })
  addEventListener('pageshow', ({ persisted }) => {
    history.scrollRestoration = 'manual'
    if (persisted && Math.abs(scrollY - left) > 1) scrollTo(0, left)
  })
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The visit of the address bar. While the next screen's code loads, `useVisit` returns the shown screen's visit. */
export const useLatestVisit = (): Visit => useSyncExternalStore(subscribe, () => visit)

/** Stores the number of items that a list of the entry shows. */
export function rememberShown(id: string, list: string, count: number, limit: number): void {
  const known = entries.get(id)?.shown[list]
  if (visit.id === id && (known?.count !== count || known.limit !== limit)) note({ shown: { [list]: { count, limit } } })
}

/**
 * The limit of a list's first request: the default, or the previous number of items (up to 100) if the entry is of an earlier page load
 * or its answers have expired.
 */
export const limitOf = ({ before, began }: Visit, list: string, usual: number): number =>
  restoredLimit(before, list, usual, { load, now: began })

export function restoredLimit(
  entry: Pick<Entry, 'shown' | 'at' | 'load'> | undefined,
  list: string,
  usual: number,
  present: { load: string; now: number },
): number {
  const before = entry?.shown[list]
  if (entry === undefined || before === undefined) return usual
  // The same limit has the same cache key, and the answer is still cached.
  if (entry.load === present.load && present.now - entry.at < kept) return before.limit
  return Math.max(usual, Math.min(restoredItems, before.count))
}

/** Scrolls to the top of a new page, or to the stored position. Returns whether it is a new visit. */
export function settleScroll(): boolean {
  restoring?.()
  // An entry created by other code, such as a browser extension.
  if (keyIn(history.state) !== visit.id) {
    const id = newKey()
    history.replaceState({ ...(history.state as object | null), key: id }, '')
    begin(id, false)
  }
  const { id, revisited } = visit
  const wanted = revisited ? (entries.get(id)?.y ?? 0) : 0
  scrollTo(0, wanted)
  // Content may still be loading: retry while the page grows, until it is long enough or the user scrolls.
  if (wanted > 0 && Math.abs(scrollY - wanted) > 1) followTo(wanted)
  return !revisited
}

function followTo(wanted: number): void {
  const observer = new ResizeObserver(() => {
    scrollTo(0, wanted)
    if (Math.abs(scrollY - wanted) <= 1) stop()
  })
  const listening = new AbortController()
  const stop = () => {
    restoring = null
    observer.disconnect()
    clearTimeout(timer)
    listening.abort()
  }
  const timer = setTimeout(stop, restoreFor)
  restoring = stop
  for (const sign of ['wheel', 'touchstart', 'pointerdown', 'keydown'])
    addEventListener(sign, stop, { passive: true, signal: listening.signal })
  observer.observe(document.body)
}
