/** Dialogs and the browser's Back button. The fake history traverses asynchronously and dispatches `popstate`, as browsers do. */
import { beforeEach, expect, test, vi } from 'vitest'

type Guard = typeof import('#ui/backGuard.ts')
type Moves = typeof import('#navigation/history.ts')

interface Entry {
  url: string
  state: unknown
}

let entries: Entry[]
let at: number
let guard: Guard
let moves: Moves
let pops: string[]
const origin = 'https://strand.test'
const paths = () => entries.map(({ url }) => url.slice(origin.length))
const here = () => paths()[at]

class PopEvent extends Event {
  readonly state: unknown

  constructor(state: unknown) {
    super('popstate', { cancelable: true })
    this.state = state
  }
}

function go(by: number): void {
  setTimeout(() => {
    if (entries[at + by] === undefined) return
    at += by
    page.dispatchEvent(new PopEvent(entries[at]!.state))
  })
}
const settled = () => vi.advanceTimersByTimeAsync(50)
async function go1(by: number): Promise<void> {
  go(by)
  await settled()
}

let page: EventTarget

async function load(): Promise<void> {
  vi.resetModules()
  page = new EventTarget()
  const put = (state: unknown, url?: string) => ({ state, url: url === undefined ? entries[at]!.url : new URL(url, entries[at]!.url).href })
  const globals = {
    window: page,
    addEventListener: page.addEventListener.bind(page),
    removeEventListener: page.removeEventListener.bind(page),
    dispatchEvent: page.dispatchEvent.bind(page),
    scrollY: 0,
    scrollTo: () => undefined,
    location: {
      get href() {
        return entries[at]!.url
      },
      get pathname() {
        return new URL(entries[at]!.url).pathname
      },
      get search() {
        return new URL(entries[at]!.url).search
      },
      origin,
    },
    history: {
      get state() {
        return entries[at]!.state
      },
      get length() {
        return entries.length
      },
      back: () => go(-1),
      pushState(state: unknown, _: string, url?: string) {
        entries.splice(at + 1, Infinity, put(state, url))
        at += 1
      },
      replaceState(state: unknown, _: string, url?: string) {
        entries[at] = put(state, url)
      },
    },
    sessionStorage: { getItem: () => null, setItem: () => undefined },
  }
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value)
  moves = await import('#navigation/history.ts')
  guard = await import('#ui/backGuard.ts')
  moves.startHistory()
  pops = []
  page.addEventListener('popstate', () => pops.push(here()!))
}

/** A dialog that closes on Back. With `staysOpen` it stays open, as one that confirms unsaved input. */
function openDialog({ staysOpen = false } = {}) {
  const dialog = { calls: 0, close: () => end() }
  const end = guard.guardBack(() => {
    dialog.calls += 1
    if (!staysOpen) end()
  })
  return dialog
}

beforeEach(async () => {
  vi.useFakeTimers()
  entries = [
    { url: `${origin}/start`, state: { key: 'start' } },
    { url: `${origin}/page`, state: { key: 'page' } },
  ]
  at = 1
  await load()
  return () => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  }
})

test('D9 Back closes an open dialog without a popstate event for the page; the next Back leaves the page', async () => {
  const dialog = openDialog()
  await settled()
  expect(paths()).toEqual(['/start', '/page', '/page'])
  await go1(-1)
  expect([dialog.calls, at, pops]).toEqual([1, 1, []])
  await go1(-1)
  expect([here(), pops]).toEqual(['/start', ['/start']])
})

test('D9 a dialog closed by its button → the history returns to the entry of the page, without a popstate event', async () => {
  const dialog = openDialog()
  await settled()
  dialog.close()
  await settled()
  expect([at, pops]).toEqual([1, []])
  await go1(1)
  expect(at, 'forward to the entry of a closed dialog returns').toBe(1)
})

test('D9 nested dialogs share one entry: each Back closes the innermost', async () => {
  const outer = openDialog()
  await settled()
  const inner = openDialog()
  await settled()
  expect(entries).toHaveLength(3)
  await go1(-1)
  expect([inner.calls, outer.calls, at]).toEqual([1, 0, 2])
  await go1(-1)
  expect([inner.calls, outer.calls, at]).toEqual([1, 1, 1])
})

test('D9 a dialog that confirms unsaved input stays open on its page after each Back', async () => {
  const dialog = openDialog({ staysOpen: true })
  await settled()
  await go1(-1)
  await go1(-1)
  expect([dialog.calls, here(), at, pops]).toEqual([2, '/page', 2, []])
})

test('D9 a dialog that opens while another closes reuses its history entry', async () => {
  const first = openDialog()
  await settled()
  first.close()
  openDialog()
  await settled()
  expect([entries.length, at]).toEqual([3, 2])
})

test('D9 a link followed in a dialog replaces the history entry of the dialog', async () => {
  const dialog = openDialog()
  await settled()
  moves.navigate('/about')
  dialog.close()
  await settled()
  expect([paths(), at]).toEqual([['/start', '/page', '/about'], 2])
})

test('D9 a navigation right after a dialog closes waits until the history has left the entry of the dialog', async () => {
  const dialog = openDialog()
  await settled()
  dialog.close()
  await vi.advanceTimersByTimeAsync(0)
  moves.navigate('/about')
  await settled()
  expect([paths(), at]).toEqual([['/start', '/page', '/about'], 2])
})

test('D9 an address replaced under an open dialog stays after the dialog closes', async () => {
  const dialog = openDialog()
  await settled()
  moves.navigate('/page?tab=two', { replace: true })
  expect(here()).toBe('/page?tab=two')
  dialog.close()
  await settled()
  expect([paths().slice(0, 2), at, here()]).toEqual([['/start', '/page?tab=two'], 1, '/page?tab=two'])
})

test('D9 after a navigation under an open dialog, Back closes the dialog and stays on the new page', async () => {
  const dialog = openDialog()
  await settled()
  moves.navigate('/page?category=music')
  await settled()
  await go1(-1)
  expect([dialog.calls, here()]).toEqual([1, '/page?category=music'])
  await go1(-1)
  expect([here(), pops]).toEqual(['/page', ['/page']])
})

test('D9 after a reload with an open dialog the first Back leaves the page', async () => {
  openDialog()
  await settled()
  await load()
  await settled()
  expect(at).toBe(1)
  await go1(-1)
  expect(here()).toBe('/start')
})

test('D9 a dialog entry without an entry below it becomes a page entry, and the next dialog gets a new entry', async () => {
  entries = [{ url: `${origin}/page`, state: { key: 'page', guard: true } }]
  at = 0
  await load()
  await vi.advanceTimersByTimeAsync(1500)
  expect(entries).toEqual([{ url: `${origin}/page`, state: { key: 'page' } }])
  openDialog()
  await settled()
  expect(at).toBe(1)
})
