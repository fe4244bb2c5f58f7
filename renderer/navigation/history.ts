/**
 * Moves through the browser's history: every entry has a key, under which its scroll position and the length of its
 * lists are kept, so that going back finds the place (decision 34) and going on starts at the top.
 */
import { createContext, use, useSyncExternalStore } from 'react'
import { navigate as push, useBrowserLocation, useSearch as useBrowserSearch } from 'wouter/use-browser-location'
import { onExit } from '#ui/exit.ts'
import { belowGuard, noteMove, onGuardEntry, waitForLeaving, watchBack } from '#ui/backGuard.ts'
import { fullLoadOf, visitTo } from './routes.ts'

const storageKey = 'strand-history'
const entriesKept = 100
/** Milliseconds after the last change in which the entries are written. */
const settle = 300
const restoreFor = 8000
/** Items that going back finds again (A9). */
const restoredItems = 100
/** Milliseconds for which what a list held is surely there still: a little less than `keepUnusedDataFor`. */
const kept = 590_000

export interface Entry {
  y: number
  /** How many items each list had, and how many of them it had asked for first. */
  shown: Record<string, { count: number; limit: number }>
  /** When and by which load of the page it was left or written last. */
  at: number
  load: string
}

/** One showing of one entry. */
export interface Visit {
  /** The entry's; following a link makes another, going back finds the same. */
  id: string
  /** Whether it was reached by going back or forward, or by loading the page again. */
  revisited: boolean
  began: number
  /** What was known of the entry then. */
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
  // What was looked at last is kept longest.
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
    // Full or forbidden; only a reload would have used it.
  }
}

function begin(id: string, revisited: boolean): void {
  visit = { id, revisited, began: Date.now(), before: revisited ? entries.get(id) : undefined }
  for (const listener of [...listeners]) listener()
}

/** Asked before each move to another page; who answers true makes it in a way of their own. */
export function beforeLeaving(instead: (to: string) => boolean): void {
  leave = instead
}

export function navigate(to: string, options: { replace?: boolean; state?: object } = {}): void {
  if (waitForLeaving(() => navigate(to, options))) return
  note({ y: scrollY })
  const replacing = options.replace === true
  const elsewhere = replacing ? null : fullLoadOf(to)
  // A step back from the entry of a dialog that closes would cancel it.
  if (elsewhere !== null) return belowGuard(() => location.assign(elsewhere))
  if (!replacing && leave(to)) return
  // As a browser does with a link to the page that is there: no second entry, and from the top.
  const here = to === location.pathname + location.search
  const id = replacing && !here ? visit.id : newKey()
  const stays = replacing && !here && pageAt(to) === pageAt(location.href)
  // A new entry takes the place of the one of open dialogs (ui/backGuard.ts); a replaced address keeps it.
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

/** Of a screen that is left and still shown: the next one's address is not its own, and it must ask for nothing by it. */
export const HeldAddress = createContext<{ path: string; search: string } | null>(null)

/** What wouter's router takes: the browser's own location, and moves that keep our keys. */
export function useAppLocation(): [string, typeof navigate] {
  const [path] = useBrowserLocation()
  return [use(HeldAddress)?.path ?? path, navigate]
}

export function useAppSearch(): string {
  const search = useBrowserSearch()
  return use(HeldAddress)?.search ?? search
}

/** Starts remembering. Once, before the first render. */
export function startHistory(): void {
  history.scrollRestoration = 'manual'
  try {
    entries = new Map(JSON.parse(sessionStorage.getItem(storageKey) ?? '[]') as [string, Entry][])
  } catch {
    // Another version's, or a browser that keeps nothing: pages then start at the top.
  }
  const id = keyIn(history.state) ?? newKey()
  // Every full load makes an entry of its own, which must not be taken for another.
  if (keyIn(history.state) === undefined) history.replaceState({ ...(history.state as object | null), key: id }, '')
  begin(id, entries.has(id))
  watchBack()
  addEventListener('scroll', () => restoring ?? note({ y: scrollY }), { passive: true })
  addEventListener('popstate', ({ state }) => {
    const id = keyIn(state)
    // Only the part after the # is another, or what covered the page is left: the same page.
    if (id === undefined || id === visit.id) return
    note()
    begin(id, true)
  })
  // Firefox discards what is written in `pagehide`, where the next document is in another browsing context group.
  onExit((exit) => {
    if (exit === 'leaving') write()
  })
  // WebKit applies the restoration mode to a page of the back/forward cache as well, and may know an older position.
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

/** The visit that the address bar speaks of; what the page still shows while code is on its way is `useVisit`'s. */
export const useLatestVisit = (): Visit => useSyncExternalStore(subscribe, () => visit)

/** How many items an entry's list had, noted as it grows. */
export function rememberShown(id: string, list: string, count: number, limit: number): void {
  const known = entries.get(id)?.shown[list]
  if (visit.id === id && (known?.count !== count || known.limit !== limit)) note({ shown: { [list]: { count, limit } } })
}

/**
 * How many items a list asks for first: as usual, or, where the entry was shown by an earlier load of the page or so
 * long ago that nothing of it is left, as many as it had, up to 100.
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
  // Asked for as then, it is in the cache still.
  if (entry.load === present.load && present.now - entry.at < kept) return before.limit
  return Math.max(usual, Math.min(restoredItems, before.count))
}

/** To the top of a new page, or to where this entry was left. Answers whether it is a new visit. */
export function settleScroll(): boolean {
  restoring?.()
  // An entry that somebody else made, as a browser extension does.
  if (keyIn(history.state) !== visit.id) {
    const id = newKey()
    history.replaceState({ ...(history.state as object | null), key: id }, '')
    begin(id, false)
  }
  const { id, revisited } = visit
  const wanted = revisited ? (entries.get(id)?.y ?? 0) : 0
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
