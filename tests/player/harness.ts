/**
 * The real reducer and sagas with fake outputs and a fake clock. The address of a stream determines how a fake output plays it; a test
 * emits further events itself.
 */
import { configureStore } from '@reduxjs/toolkit'
import createSagaMiddleware from 'redux-saga'
import { vi } from 'vitest'
import {
  createPlayerClock,
  player,
  type OutputId,
  type PlayerPorts,
  type QueuePage,
  type QueueRequest,
  type QueueSource,
  type Remembered,
  type SavedPosition,
  type SavedSession,
  type Track,
} from '#player/index.ts'
import { reducer } from '#player/reducer.ts'
import type { Driver } from '#player/driver.ts'
import { playerSaga } from '#player/sagas/root.ts'
import type { DeviceLink, LoadRequest, Output, OutputEntry, OutputEvent, PageChange } from '#player/ports.ts'
import type { Stream } from '#contract/index.ts'

type FakeEvent = OutputEvent extends infer E ? (E extends OutputEvent ? Omit<E, 'loadId'> : never) : never

const outputOf: Record<string, OutputId> = { youtube: 'youtube', soundcloud: 'soundcloud', file: 'hosted', image: 'image', text: 'text' }
const typeOf = { y: 'youtube', s: 'soundcloud', f: 'file', i: 'image', v: 'vimeo' } as const

/** Loads of all outputs and drivers. */
let loadCount = 0

export class FakeOutput implements Output {
  readonly id: OutputId
  readonly listeners = new Set<(event: OutputEvent) => void>()
  readonly loads: LoadRequest[] = []
  readonly calls: string[] = []
  unloads = 0
  /** Orders the outputs by their last load. */
  loadedAs = 0
  constructor(id: OutputId) {
    this.id = id
  }
  get current(): LoadRequest {
    return this.loads.at(-1)!
  }
  /** Emits an event of the current load, or of an earlier one. */
  emit(event: FakeEvent, loadId = this.current.loadId) {
    for (const listener of [...this.listeners]) listener({ ...event, loadId } as OutputEvent)
  }
  load(request: LoadRequest) {
    this.loads.push(request)
    this.loadedAs = ++loadCount
    this.calls.push(`load ${request.stream.uri}`)
    const script = request.stream.uri
    queueMicrotask(() => {
      if (this.current !== request) return
      if (script.startsWith('ok')) {
        this.emit({ type: 'ready', duration: 100 }, request.loadId)
        if (request.autoplay) this.emit({ type: 'playing' }, request.loadId)
      } else if (script.startsWith('dead')) this.emit({ type: 'failed', code: 'gone', scope: 'stream' }, request.loadId)
      else if (script.startsWith('blocked')) this.emit({ type: 'autoplayBlocked' }, request.loadId)
      else if (script.startsWith('throws')) throw new Error('never reached: load itself throws')
    })
    if (script.startsWith('throws')) throw new Error('load threw')
  }
  play() {
    this.calls.push('play')
    this.emit({ type: 'playing' })
  }
  pause() {
    this.calls.push('pause')
    if (!this.current.stream.uri.startsWith('deaf')) this.emit({ type: 'paused' })
  }
  seek(position: number) {
    this.calls.push(`seek ${position}`)
  }
  setVolume(volume: number, muted: boolean) {
    this.calls.push(`volume ${volume}${muted ? ' muted' : ''}`)
  }
  promptRemotePlayback() {
    this.calls.push('prompt')
  }
  retained: boolean | null = null
  keep(needed: boolean) {
    this.retained = needed
  }
  unload() {
    this.unloads += 1
    this.calls.push('unload')
  }
  subscribe(listener: (event: OutputEvent) => void) {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }
}

/** `y:ok1` is a YouTube stream that plays. `f:` is a file, `i:` an image, `v:` one that no output plays. */
export const stream = (text: string, more: Partial<Stream> = {}): Stream => {
  const [kind, uri] = text.split(':') as [keyof typeof typeOf, string]
  return { type: typeOf[kind], uri, href: `https://example.org/${uri}`, ...more }
}

let made = 0
export const track = (streams: string, more: Partial<Track> = {}): Track => {
  made += 1
  return {
    postId: `p${made}`,
    title: `Track ${made}`,
    href: `b1/track-p${made}`,
    creator: 'Ada',
    bead: { id: 'b1', title: 'Playlist?' },
    type: 'video',
    streams: streams
      .split(' ')
      .filter(Boolean)
      .map((text) => stream(text)),
    ...more,
  }
}

/** A post without a medium, as a television shows it. */
export const slide = (text: string, more: Partial<Track> = {}): Track =>
  track('', { type: 'text', streams: [{ type: 'text', uri: text, href: 'b1/text' }], ...more })

export const source: QueueSource = { list: { of: 'posts', query: { bead: 'b1' } }, title: 'Playlist?', href: '/b1' }

export interface World {
  /** Pages of the feed by their `from`; an Error is thrown. */
  pages?: Record<number, QueuePage | Error>
  /** The saved session of the last visit. */
  saved?: SavedSession | Promise<SavedSession>
  /** The device's memory of posts. */
  memory?: Record<string, Remembered>
  report?: (postId: string) => Promise<void>
  create?: (id: OutputId) => Promise<void>
  /** The driver in charge at the start; absent: the local one. */
  driver?: Driver
  /** The connection to other devices. */
  devices?: DeviceLink
  /** Shows texts, like a television. */
  showsSlides?: boolean
  /** Redux Toolkit's checks of the whole state at every action, which are slow with a long queue. */
  checks?: boolean
}

export function startEngine({
  pages = {},
  saved,
  memory = {},
  report,
  create,
  driver,
  devices,
  showsSlides = false,
  checks = true,
}: World = {}) {
  const fakes = {
    youtube: new FakeOutput('youtube'),
    soundcloud: new FakeOutput('soundcloud'),
    hosted: new FakeOutput('hosted'),
    image: new FakeOutput('image'),
    text: new FakeOutput('text'),
  }
  const created: OutputId[] = []
  const ids = ['youtube', 'soundcloud', 'hosted', 'image', ...(showsSlides ? (['text'] as const) : [])] as const
  const outputs = ids.map((id): OutputEntry => ({
    id,
    ...((id === 'hosted' || id === 'image' || id === 'text') && { own: true as const }),
    canPlay: ({ type }) => outputOf[type] === id,
    create: async () => {
      created.push(id)
      await create?.(id)
      return fakes[id]
    },
  }))
  const reported: string[] = []
  const requestedPages: number[] = []
  const clock = createPlayerClock()
  const settings = { volume: 0.4, muted: false }
  const page = { hidden: false, listeners: new Set<() => void>(), changes: new Set<(change: PageChange) => void>() }
  const stored = { session: saved ?? (null as SavedSession | Promise<SavedSession> | null), position: null as SavedPosition | null }
  const otherTabs = { claims: 0, listeners: new Set<() => void>() }
  const drivers = { current: driver ?? null, listeners: new Set<() => void>() }
  const net = { online: true, reachable: false, listeners: new Set<() => void>() }
  const listenTo = (listeners: Set<() => void>) => (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  const ports: PlayerPorts = {
    session: {
      read: () => stored.session,
      write: (next) => void (stored.session = next),
      writePosition: (next) => void (stored.position = next),
    },
    memory: {
      read: (postId) => memory[postId] ?? null,
      write(postId, known) {
        if (known === null) delete memory[postId]
        else memory[postId] = known
      },
    },
    tabs: { claim: () => void (otherTabs.claims += 1), subscribe: listenTo(otherTabs.listeners) },
    network: { online: () => net.online, reachable: async () => net.reachable, subscribe: listenTo(net.listeners) },
    driver: { current: () => drivers.current, subscribe: listenTo(drivers.listeners) },
    ...(devices && { devices }),
    random: () => 0.5,
    outputs,
    hostFor: () => ({}) as HTMLElement,
    reports: {
      async report(postId) {
        reported.push(postId)
        await report?.(postId)
      },
    },
    feed: {
      async more(_source, from) {
        requestedPages.push(from)
        const answer = pages[from]
        if (answer === undefined || answer instanceof Error) throw answer ?? new Error(`no page from ${from}`)
        return answer
      },
    },
    settings: { read: () => settings, write: (next) => Object.assign(settings, next) },
    clock,
    visibility: {
      hidden: () => page.hidden,
      subscribe: listenTo(page.listeners),
    },
    lifecycle: {
      subscribe(listener) {
        page.changes.add(listener)
        return () => page.changes.delete(listener)
      },
    },
  }
  const saga = createSagaMiddleware({
    onError: (error) => {
      throw error
    },
  })
  const facts: string[] = []
  const store = configureStore({
    reducer: { player: reducer },
    middleware: (defaults) =>
      defaults({ serializableCheck: checks, immutableCheck: checks }).concat(
        saga,
        () => (next: (action: unknown) => unknown) => (action: unknown) => {
          facts.push((action as { type: string }).type.replace('player/', ''))
          return next(action)
        },
      ),
  })
  const task = saga.run(playerSaga, ports)

  return {
    ...fakes,
    store,
    task,
    created,
    reported,
    requestedPages,
    clock,
    settings,
    facts,
    dispatch: store.dispatch,
    get state() {
      return store.getState().player
    },
    /** The streams loaded so far by all outputs, in order. */
    get loaded(): string[] {
      return Object.values(fakes)
        .flatMap((fake) => fake.loads)
        .sort((a, b) => a.loadId - b.loadId)
        .map((load) => load.stream.uri)
    },
    /** The output that was loaded last. */
    get live(): FakeOutput {
      return Object.values(fakes).reduce((last, fake) => (fake.loadedAs > last.loadedAs ? fake : last))
    },
    setHidden(hidden: boolean) {
      page.hidden = hidden
      for (const listener of [...page.listeners]) listener()
    },
    /** The page is left, or comes back from the back/forward cache. */
    changePage(change: PageChange) {
      for (const listener of [...page.changes]) listener(change)
    },
    pageListeners: page.listeners,
    stored,
    memory,
    otherTabs,
    otherTabPlays() {
      for (const listener of [...otherTabs.listeners]) listener()
    },
    /** Puts another driver in charge; null: the local one. */
    setDriver(next: Driver | null) {
      drivers.current = next
      for (const listener of [...drivers.listeners]) listener()
    },
    ports,
    driverListeners: drivers.listeners,
    /** Whether Strand is reachable. */
    setReachable(reachable: boolean) {
      net.reachable = reachable
    },
    setOnline(online: boolean) {
      net.online = online
      for (const listener of [...net.listeners]) listener()
    },
  }
}

/** Advances the time by `ms` and runs everything that is due. */
export const advanceTime = (ms = 0) => vi.advanceTimersByTimeAsync(ms)

/** An engine that plays these tracks. */
export async function playing(tracks: string[], more: Partial<QueueRequest> = {}, world: World = {}) {
  const engine = startEngine(world)
  engine.dispatch(player.playQueue({ tracks: tracks.map((streams) => track(streams)), ...more }))
  await advanceTime()
  return engine
}
