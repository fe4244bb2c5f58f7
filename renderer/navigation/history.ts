/**
 * Navigation: every history entry has a key, under which its scroll position and list lengths are stored. Going back restores them
 * (decision 34); new entries start at the top.
 */
import { createContext, use, useSyncExternalStore } from 'react'
import { navigate as push, useBrowserLocation, useSearch as useBrowserSearch } from 'wouter/use-browser-location'
import { onExit } from '#ui/exit.ts'
import { belowGuard, noteMove, onGuardEntry, waitForLeaving, watchBack } from '#ui/backGuard.ts'
import { fullLoadOf, pageKeyOf } from './routes.ts'

const storageKey = 'strand-history'
export const maxEntries = 100
/** Debounce of writes (ms). */
const writeDelayMs = 300
/** Time (ms) within which a page must become long enough for its stored scroll position. */
const restoreTimeoutMs = 8000
/** Maximum number of items that going back restores (A9). */
const restoredItems = 100
/** Time (ms) for which an answer is certainly still cached: slightly less than `keepUnusedDataFor` in data/api.ts. */
const cacheLifetimeMs = 590_000

/** What is stored of a history entry. */
export interface Entry {
  /** Scroll position in pixels. */
  y: number
  /** Per list: the number of items shown, and the limit of its first request. */
  shown: Record<string, { count: number; limit: number }>
  /** Time (ms since 1970) and id of the page load of the last write. */
  at: number
  load: string
}

/** One display of a history entry. */
export interface Visit {
  /** The entry's key: following a link creates a new one, going back returns to an old one. */
  id: string
  /** Whether it was reached by going back or forward, or by a reload. */
  revisited: boolean
  /** Milliseconds since 1970. */
  startedAt: number
  /** The stored entry at that time, for a revisit. */
  previous: Entry | undefined
}

let entries = new Map<string, Entry>()
/** Stops the restoration of a scroll position while one is in progress. */
let restoring: (() => void) | null = null
/** Whether the first screen of the document has its scroll position. */
let isPlaced = false
let visit: Visit = { id: 'first', revisited: false, startedAt: 0, previous: undefined }
let handleNavigation: (to: string) => boolean = () => false
const listeners = new Set<() => void>()
/** Id of this page load. */
const load = newKey()
let writeTimer: ReturnType<typeof setTimeout> | undefined

function newKey(): string {
  return Math.random().toString(36).slice(2, 10)
}
const keyIn = (state: unknown): string | undefined => (state as { key?: string } | null)?.key

/** Adds or replaces an entry. Beyond the maximum, the one that was stored the longest time ago is removed. */
export function storeEntry(entries: Map<string, Entry>, id: string, entry: Entry): void {
  entries.delete(id)
  entries.set(id, entry)
  if (entries.size > maxEntries) entries.delete(entries.keys().next().value!)
}

/** Updates the stored entry of the current visit. */
function updateEntry(change: Partial<Pick<Entry, 'y'>> & { shown?: Entry['shown'] } = {}): void {
  const { id } = visit
  const previous = entries.get(id)
  storeEntry(entries, id, { y: change.y ?? previous?.y ?? 0, shown: { ...previous?.shown, ...change.shown }, at: Date.now(), load })
  clearTimeout(writeTimer)
  writeTimer = setTimeout(write, writeDelayMs)
}

function write(): void {
  clearTimeout(writeTimer)
  try {
    sessionStorage.setItem(storageKey, JSON.stringify([...entries]))
  } catch {
    // Storage is full or blocked: a reload starts at the top.
  }
}

function startVisit(id: string, revisited: boolean): void {
  visit = { id, revisited, startedAt: Date.now(), previous: revisited ? entries.get(id) : undefined }
  for (const listener of [...listeners]) listener()
}

/** `handler` is called before each navigation that adds a history entry. It returns true if it navigates by itself. */
export function interceptNavigation(handler: (to: string) => boolean): void {
  handleNavigation = handler
}

/** Navigates to an address of this site without a page load, unless the address needs one. */
export function navigate(to: string, options: { replace?: boolean; state?: object } = {}): void {
  if (waitForLeaving(() => navigate(to, options))) return
  updateEntry({ y: scrollY })
  const isReplacement = options.replace === true
  const fullLoad = isReplacement ? null : fullLoadOf(to)
  // `belowGuard`: the `history.back()` of a closing dialog would cancel the load.
  if (fullLoad !== null) return belowGuard(() => location.assign(fullLoad))
  if (!isReplacement && handleNavigation(to)) return
  // Like a browser's link to the current page: no new entry, and scrolls to the top.
  const isSameAddress = to === location.pathname + location.search
  const id = isReplacement && !isSameAddress ? visit.id : newKey()
  const isSamePage = isReplacement && !isSameAddress && pageAt(to) === pageAt(location.href)
  // A new entry replaces the history entry of open dialogs (ui/backGuard.ts). A replaced address leaves the dialogs
  // open.
  const overDialog = onGuardEntry()
  push(to, {
    ...options,
    replace: isSameAddress || isReplacement || overDialog,
    state: { ...options.state, key: id, ...(overDialog && isReplacement && { guard: true }) },
  })
  noteMove()
  if (isSameAddress)
    void import('#ui/scroll.ts').then(
      ({ scrollStepwise }) => scrollStepwise(0),
      () => scrollTo(0, 0),
    )
  if (!isSamePage) startVisit(id, false)
}

function pageAt(address: string): string {
  const { pathname, search } = new URL(address, location.href)
  return pageKeyOf(pathname, search)
}

/**
 * The address of the previous screen while it is still shown. It must not use the new address, which would make it
 * request the next screen's data.
 */
export const HeldAddress = createContext<{ path: string; search: string } | null>(null)

/** The address while the server renders, which has no `location`. */
interface ServerAddress {
  ssrPath?: string
  ssrSearch?: string
}

/** The location hook for wouter's router: the path of the shown screen, and `navigate`. */
export function useAppLocation(address: ServerAddress): [string, typeof navigate] {
  const [path] = useBrowserLocation(address)
  return [use(HeldAddress)?.path ?? path, navigate]
}

/** The query hook for wouter's router. */
export function useAppSearch(address: ServerAddress): string {
  const search = useBrowserSearch(address)
  return use(HeldAddress)?.search ?? search
}

/** Starts recording scroll positions and visits. Call it once, before the first render. */
export function startHistory(): void {
  history.scrollRestoration = 'manual'
  try {
    entries = new Map(JSON.parse(sessionStorage.getItem(storageKey) ?? '[]') as [string, Entry][])
  } catch {
    // Another version's format, or no storage: pages start at the top.
  }
  const id = keyIn(history.state) ?? newKey()
  // An entry that was created by a full load has no key yet; after a reload or going back it has one.
  if (keyIn(history.state) === undefined) history.replaceState({ ...(history.state as object | null), key: id }, '')
  startVisit(id, entries.has(id))
  watchBack()
  // Not recorded during a restoration, nor before the first screen has its position: the browser may scroll the page
  // while the server's HTML is replaced.
  addEventListener('scroll', () => isPlaced && (restoring ?? updateEntry({ y: scrollY })), { passive: true })
  addEventListener('popstate', ({ state }) => {
    const id = keyIn(state)
    // Only the hash changed, or an overlay was closed: the same page.
    if (id === undefined || id === visit.id) return
    updateEntry()
    startVisit(id, true)
  })
  // `pagehide` is too late in Firefox: it discards writes if the next document is in another browsing context group.
  onExit((exit) => {
    if (exit === 'leaving') write()
  })
  // WebKit applies `scrollRestoration` also to pages that return from the back/forward cache, and may restore an
  // outdated position: set 'auto' while the page is away, and correct the position afterwards.
  let scrollBefore = 0
  addEventListener('pagehide', () => {
    history.scrollRestoration = 'auto'
    scrollBefore = scrollY
    write()
  })
  addEventListener('pageshow', ({ persisted }) => {
    history.scrollRestoration = 'manual'
    if (persisted && Math.abs(scrollY - scrollBefore) > 1) scrollTo(0, scrollBefore)
  })
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * The visit of the current address. `useVisit` returns the shown screen's visit, which lags while the next code loads.
 */
export const useLatestVisit = (): Visit => {
  const read = () => visit
  return useSyncExternalStore(subscribe, read, read)
}

/** Whether the page was reached by going back or forward, or by a reload. */
export const isRevisited = (): boolean => visit.revisited

/** Stores the number of items that a list of the entry shows. */
export function rememberShown(id: string, list: string, count: number, limit: number): void {
  const stored = entries.get(id)?.shown[list]
  if (visit.id === id && (stored?.count !== count || stored.limit !== limit)) updateEntry({ shown: { [list]: { count, limit } } })
}

/**
 * The limit of a list's first request: the default, or the previous number of items (up to 100) if the entry is of an earlier page load
 * or its answers have expired.
 */
export const limitOf = ({ previous, startedAt }: Visit, list: string, defaultLimit: number): number =>
  restoredLimit(previous, list, defaultLimit, { load, now: startedAt })

/** The pure part of `limitOf`. @param present the current page load and time (ms since 1970). */
export function restoredLimit(
  entry: Pick<Entry, 'shown' | 'at' | 'load'> | undefined,
  list: string,
  defaultLimit: number,
  present: { load: string; now: number },
): number {
  const previous = entry?.shown[list]
  if (entry === undefined || previous === undefined) return defaultLimit
  // The same limit has the same cache key, and the answer is still cached.
  if (entry.load === present.load && present.now - entry.at < cacheLifetimeMs) return previous.limit
  return Math.max(defaultLimit, Math.min(restoredItems, previous.count))
}

/** Scrolls to the top of a new page, or to the stored position. Returns whether it is a new visit. */
export function restoreScroll(): boolean {
  restoring?.()
  // Other code, such as a browser extension, has created a history entry.
  if (keyIn(history.state) !== visit.id) {
    const id = newKey()
    history.replaceState({ ...(history.state as object | null), key: id }, '')
    startVisit(id, false)
  }
  const { id, revisited } = visit
  const target = revisited ? (entries.get(id)?.y ?? 0) : 0
  // The first page keeps its position: the user may have scrolled the server's HTML before the app started.
  if (isPlaced || revisited) scrollTo(0, target)
  isPlaced = true
  // Content may still be loading: retry while the page grows, until it is long enough or the user scrolls.
  if (target > 0 && Math.abs(scrollY - target) > 1) scrollWhenLongEnough(target)
  return !revisited
}

function scrollWhenLongEnough(target: number): void {
  const observer = new ResizeObserver(() => {
    scrollTo(0, target)
    if (Math.abs(scrollY - target) <= 1) stop()
  })
  const listening = new AbortController()
  const stop = () => {
    restoring = null
    observer.disconnect()
    clearTimeout(timer)
    listening.abort()
  }
  const timer = setTimeout(stop, restoreTimeoutMs)
  restoring = stop
  for (const type of ['wheel', 'touchstart', 'pointerdown', 'keydown'])
    addEventListener(type, stop, { passive: true, signal: listening.signal })
  observer.observe(document.body)
}
