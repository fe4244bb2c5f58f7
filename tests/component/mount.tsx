/**
 * Mounts the app at an address in the page of a test: real store, sagas, texts and styles, over a fake server. What a test has mounted is
 * removed after it.
 */
import type { UnknownAction } from '@reduxjs/toolkit'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, vi } from 'vitest'
import { commands, page, type Locator } from 'vitest/browser'
import '#ui/tokens.css'
import '#ui/base.css'
import type { Me } from '#contract/schemas.ts'
import { api } from '#data/api.ts'
import { preload } from '#data/preload.ts'
import { attachToPage, createWebPlayer } from '#host/index.ts'
import { navigate, startHistory } from '#navigation/history.ts'
import { followLinks } from '#navigation/links.ts'
import { player as playerActions } from '#player/index.ts'
import { setSender, type Send } from '#data/track.ts'
import { watchPresses } from '#ui/opener.ts'
import { listenForShortcuts } from '#widgets/shortcuts/index.ts'
import { App } from '../../renderer/app/App.tsx'
import { forceLogin } from '../../renderer/app/forceLogin.ts'
import { applyStoredTheme } from '../../renderer/app/theme.ts'
import { preloadPath } from '../../renderer/app/screens.ts'
import { createStore, type Store } from '../../renderer/app/store.ts'
import { welcomed } from '../e2e/welcomed.ts'
import { createServer, Refusal, type Answers, type FakeServer } from './server.ts'
import { emptySite } from './samples.ts'

export interface Mounted {
  server: FakeServer
  store: Store
  player: ReturnType<typeof createWebPlayer>
  /** What the page reported to analytics. */
  reports: Parameters<Send>[]
}

interface MountOptions {
  /** The signed-in member; null for a visitor. */
  me?: Me | null
  /** Answers besides those of an empty site (`samples.ts`). */
  answers?: Answers
  /** Shows the welcome notices, which are dismissed by default. */
  unwelcomed?: boolean
}

const visitor = new Refusal({ code: 'unauthenticated', message: 'Please log in.' })

let removeMounted: (() => Promise<void>) | null = null
let isStarted = false
let mountedStore: Store

/** Starts what the page has only once, as `renderer/main.tsx` does. */
function startPage(): void {
  if (isStarted) return
  isStarted = true
  document.documentElement.lang = 'en'
  document.documentElement.dir = 'ltr'
  startHistory()
  watchPresses(document)
  followLinks(document, (path) => void preloadPath(path))()
  forceLogin(document, {
    ...mountedStore,
    dispatch: ((action: UnknownAction) => mountedStore.dispatch(action)) as Store['dispatch'],
    getState: () => mountedStore.getState(),
  })
}

export async function mount(path: string, { me = null, answers = {}, unwelcomed = false }: MountOptions = {}): Promise<Mounted> {
  await removeMounted?.()
  onTestFinished(async () => {
    vi.useRealTimers()
    await removeMounted?.()
  })
  const faults: string[] = []
  const server = createServer({ ...emptySite, 'GET /api/v0/me': me ?? visitor, ...answers }, faults)
  globalThis.fetch = server.fetch
  if (!unwelcomed) welcomed()
  const player = createWebPlayer(document, me?.uid ?? null)
  const store = createStore(player.engine)
  mountedStore = store
  startPage()
  navigate(path, { replace: true })
  await expect.poll(address).toBe(path)
  applyStoredTheme()
  preload(store.dispatch, [
    { key: 'GET /api/v0/me', answer: me },
    { key: 'GET /api/v0/site', answer: server.answers['GET /api/v0/site'] },
  ])
  attachToPage(store, player)
  const ignoreShortcuts = listenForShortcuts(document, store, player.clock)
  const reports: Parameters<Send>[] = []
  setSender((...report) => void reports.push(report))
  await preloadPath(location.pathname)
  const host = document.createElement('div')
  host.id = 'root'
  document.body.append(host)
  const root = createRoot(host)
  // Without StrictMode, which runs effects twice in development only: the first requests would be aborted.
  await new Promise<void>((resolve) => root.render(<App store={store} player={player} onStarted={resolve} />))
  removeMounted = async () => {
    removeMounted = null
    store.dispatch(playerActions.close())
    ignoreShortcuts()
    root.unmount()
    host.remove()
    document.querySelector('[data-player-stage]')?.remove()
    store.dispatch(api.util.resetApiState())
    localStorage.clear()
    sessionStorage.clear()
    for (const cookie of document.cookie.split('; ')) document.cookie = `${cookie.split('=')[0]}=; path=/; max-age=0`
    delete document.documentElement.dataset['theme']
    if (document.fullscreenElement) await document.exitFullscreen()
    await setViewport(1280, 800)
    await commands.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    expect(faults, 'each request has an answer, and keeps to the contract').toEqual([])
  }
  return { server, store, player, reports }
}

/** Resizes the window and the frame of the test in it. */
export async function setViewport(width: number, height: number): Promise<void> {
  await commands.resizeWindow(width, height)
  await page.viewport(width, height)
}

/** Waits until a value is as expected. `expect.poll` and `expect.element` would also do that, but advance fake timers while they wait. */
export async function expectSoon<T>(value: () => T, expected: T): Promise<void> {
  for (let frames = 0; frames < 300 && value() !== expected; frames += 1)
    await new Promise<void>((resolve) => requestAnimationFrame(() => resolve()))
  expect(value()).toBe(expected)
}

/** Path and query of the current page. */
export const address = (): string => location.pathname + location.search

export const texts = (locator: Locator): string[] => locator.elements().map((element) => (element as HTMLElement).innerText)

/** The number of elements. Waits until it is as expected. */
export const expectCount = (locator: Locator, count: number, message?: string) =>
  expect.poll(() => locator.elements().length, { message: message ?? locator.selector }).toBe(count)

/** Focuses an element, and presses a key on it. */
export async function pressOn(locator: Locator, keys: string): Promise<void> {
  const element = await locator.findElement()
  element.focus()
  await commands.press(keys)
}

/** Focuses an element, and types a text into it, key by key. */
export async function typeInto(locator: Locator, text: string, delayMs?: number): Promise<void> {
  const element = await locator.findElement()
  element.focus()
  await commands.typeText(text, delayMs)
}
