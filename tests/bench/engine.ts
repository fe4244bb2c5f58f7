/**
 * The cost of the engine with 10,000 items in its queue: from the end of one item to the `load` of the next, an edit of the queue, and an
 * arriving page. Uses the store of the page as in production, with outputs that do nothing. The floors are the time from one action through
 * a saga to the next action, and a copy of a list of that length in a store.
 */
import { setImmediate as turn } from 'node:timers/promises'
import type { SagaMiddleware } from 'redux-saga'
import type { Output, OutputEvent, PlayerPorts } from '#player/ports.ts'
import type { QueuePage, Track } from '#player/state.ts'
import { print, quantile, type Figure } from './figures.ts'

const length = 10_000
/** Number of parts of the page that subscribe to the player. Each reads its state after every action. */
const watchers = 200
const rounds = { ends: 1500, edits: 60, pages: 20, warmUp: 100 }
/** The measurements are split into this many parts, of which the fastest counts: it is least affected by other processes. */
const parts = 10
/** Required: the 95th percentile of the time from an end to the next load (ms). */
const budget = 5

const track = (n: number): Track => ({
  postId: `p${n}`,
  title: `Track ${n}`,
  href: `b1/track-p${n}`,
  creator: 'Ada',
  bead: { id: 'b1', title: 'Playlist' },
  type: 'video',
  duration: 200,
  image: `https://example.org/${n}.jpg`,
  streams: [
    { type: n % 2 === 0 ? 'youtube' : 'file', uri: `u${n}`, href: `https://example.org/u${n}` },
    { type: 'soundcloud', uri: `v${n}`, href: `https://example.org/v${n}` },
  ],
})
const tracks = (from: number, count: number): Track[] => Array.from({ length: count }, (_, n) => track(from + n))

/** An output that calls `loaded` on each load. `emit` sends events. */
class SilentOutput implements Output {
  readonly id
  private readonly loaded: () => void
  private readonly listeners = new Set<(event: OutputEvent) => void>()
  loadId = 0
  constructor(id: Output['id'], loaded: () => void) {
    this.id = id
    this.loaded = loaded
  }
  load({ loadId }: { loadId: number }) {
    this.loadId = loadId
    this.loaded()
  }
  emit(type: 'playing' | 'ended') {
    for (const listener of [...this.listeners]) listener({ type, loadId: this.loadId })
  }
  subscribe(listener: (event: OutputEvent) => void) {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }
  play() {}
  pause() {}
  seek() {}
  setVolume() {}
  unload() {}
}

async function openEngine() {
  const { createStore } = await import('../../renderer/app/store.ts')
  const { createLazyEngine, loadEngine, player, selectCanNext, selectCanPrevious, selectCurrentItem, selectIsPlaying, selectLastEdit } =
    await import('#player/index.ts')
  const state = { loadedAt: 0, live: null as SilentOutput | null, page: (_: QueuePage) => {}, written: 0, renders: 0 }
  const outputs = (['youtube', 'hosted', 'soundcloud'] as const).map((id) => {
    const output: SilentOutput = new SilentOutput(id, () => {
      state.loadedAt = performance.now()
      state.live = output
    })
    const type = id === 'hosted' ? 'file' : id
    return { id, canPlay: (stream: { type: string }) => stream.type === type, create: () => Promise.resolve(output) }
  })
  const never = () => () => undefined
  const ports: PlayerPorts = {
    outputs,
    hostFor: () => ({}) as HTMLElement,
    reports: { report: () => Promise.resolve() },
    feed: {
      more: () =>
        new Promise((resolve) => {
          state.page = resolve
        }),
    },
    settings: { read: () => ({ volume: 1, muted: false }), write: never },
    clock: { tick: never },
    visibility: { hidden: () => false, subscribe: never },
    lifecycle: { subscribe: never },
    session: { read: () => null, write: (session) => void (state.written = JSON.stringify(session).length), writePosition: never },
    memory: { read: () => null, write: never },
    tabs: { claim: never, subscribe: never },
    network: { online: () => true, reachable: () => Promise.resolve(true), subscribe: never },
    random: Math.random,
  }
  const engine = createLazyEngine(async () => ({ ports, ...(await loadEngine()) }))
  const store = createStore(engine)
  engine.start()
  const looks = [selectCurrentItem, selectIsPlaying, selectCanNext, selectCanPrevious, selectLastEdit]
  for (let n = 0; n < watchers; n++) {
    const look = looks[n % looks.length]!
    let last: unknown
    store.subscribe(() => {
      const seen = look(store.getState())
      if (seen !== last) state.renders += 1
      last = seen
    })
  }
  return { store, player, state }
}

/** Milliseconds from the end of an item to the load of the next one. */
async function endToLoad({ store, player, state }: Awaited<ReturnType<typeof openEngine>>): Promise<number[]> {
  store.dispatch(player.playQueue({ tracks: tracks(0, length), index: 1000 }))
  const times: number[] = []
  // The engine is a separate module, which may not be loaded yet.
  while (state.live === null) await turn()
  for (let n = 0; n < rounds.warmUp + rounds.ends; n++) {
    await turn()
    const output = state.live!
    output.emit('playing')
    await turn()
    state.live = null
    const startedAt = performance.now()
    output.emit('ended')
    while (state.live === null) await Promise.resolve()
    if (n >= rounds.warmUp) times.push(state.loadedAt - startedAt)
  }
  return times
}

type Engine = Awaited<ReturnType<typeof openEngine>>

async function edits({ store, player }: Engine): Promise<[what: string, times: number[]][]> {
  const ids = () => store.getState().player.queue.items.map(({ id }) => id)
  const undo = () => player.undoEdit(store.getState().player.queue.edits.at(-1)!.id)
  let put = length
  const each: [string, () => Parameters<typeof store.dispatch>[0]][] = [
    ['play next', () => player.playNext([track((put += 1))])],
    ['remove', () => player.removeItems([ids().at(-500)!])],
    ['move', () => player.moveItem({ id: ids().at(-700)!, to: 3000 })],
    ['undo of a move', undo],
    ['clear', () => player.clearQueue()],
    ['undo of clear', undo],
    ['shuffle', () => player.setShuffle(true)],
    ['end of the shuffle', () => player.setShuffle(false)],
  ]
  const times = each.map(([what]): [string, number[]] => [what, []])
  for (let n = 0; n < rounds.edits; n++) {
    for (const [at, [, command]] of each.entries()) {
      const action = command()
      const startedAt = performance.now()
      store.dispatch(action)
      if (n >= 5) times[at]![1].push(performance.now() - startedAt)
      await turn()
    }
  }
  return times
}

/** A shuffled queue evicts no pages, so that its window can grow to any length. */
async function pages({ store, player, state }: Engine): Promise<number[]> {
  const source = { list: { of: 'posts' as const, query: { bead: 'b1' } }, title: 'Playlist', href: '/b1' }
  const times: number[] = []
  for (let n = 0; n < rounds.pages; n++) {
    store.dispatch(player.playQueue({ tracks: tracks(0, length), index: length - 3, source, next: length }))
    store.dispatch(player.setShuffle(true))
    await turn()
    const done = new Promise<number>((resolve) => {
      const stop = store.subscribe(() => {
        if (store.getState().player.queue.items.length === length) return
        stop()
        resolve(performance.now())
      })
    })
    const page = { tracks: tracks(length, 100), next: null }
    const startedAt = performance.now()
    state.page(page)
    const ended = await done
    if (n >= 3) times.push(ended - startedAt)
  }
  return times
}

/** The minimum cost of an action to which a saga responds with another action, and of copying a list. */
async function floors(): Promise<{ hop: number[]; copy: number[] }> {
  const { configureStore } = await import('@reduxjs/toolkit')
  const { default: createSagaMiddleware } = (await import('redux-saga')) as unknown as { default: () => SagaMiddleware }
  const { put, take } = await import('redux-saga/effects')
  const saga = createSagaMiddleware()
  const items = tracks(0, length)
  let answered = 0
  const store = configureStore({
    reducer: (state: { items: readonly Track[] } = { items }, { type }: { type: string }) =>
      type === 'copy' ? { items: state.items.toSpliced(5, 1, items[5]!) } : state,
    middleware: (defaults) => defaults({ thunk: false }).concat(saga),
  })
  saga.run(function* () {
    for (;;) {
      yield take('asked')
      yield put({ type: 'answered' })
      answered = performance.now()
    }
  })
  const hop: number[] = []
  const copy: number[] = []
  for (let n = 0; n < rounds.warmUp + rounds.ends; n++) {
    await turn()
    const startedAt = performance.now()
    store.dispatch({ type: 'asked' })
    const copied = performance.now()
    store.dispatch({ type: 'copy' })
    if (n < rounds.warmUp) continue
    hop.push(answered - startedAt)
    copy.push(performance.now() - copied)
  }
  return { hop, copy }
}

export async function benchmarkEngine(): Promise<void> {
  // Read by Redux Toolkit and redux-saga when they are loaded. Their development checks would traverse the whole queue.
  const { NODE_ENV } = process.env
  process.env.NODE_ENV = 'production'
  try {
    const engine = await openEngine()
    const ends = await endToLoad(engine)
    const edited = await edits(engine)
    const arrived = await pages(engine)
    engine.store.dispatch(engine.player.close())
    const { hop, copy } = await floors()
    const parted = (q: number) =>
      Math.min(
        ...Array.from({ length: parts }, (_, n) => quantile(ends.slice((n * rounds.ends) / parts, ((n + 1) * rounds.ends) / parts), q)),
      )
    const figure = (what: string, times: number[], floor: number[], q: number): Figure => ({
      what: `${what}, p${q * 100}`,
      unit: 'ms',
      measured: quantile(times, q),
      floor: quantile(floor, q),
    })
    print(
      `The engine with ${length} items, ${watchers} parts of a page looking on`,
      [
        { ...figure('from ended to load', ends, hop, 0.5), measured: parted(0.5) },
        { ...figure('from ended to load', ends, hop, 0.95), measured: parted(0.95) },
        ...edited.flatMap(([what, times]) => [figure(what, times, copy, 0.5), figure(what, times, copy, 0.95)]),
        figure('a page of 100, shuffled in', arrived, copy, 0.5),
        figure('a page of 100, shuffled in', arrived, copy, 0.95),
      ],
      `from ended to load: p95 required below ${budget} ms; floors: a saga that responds to an action, a copy of the list`,
    )
    if (parted(0.95) >= budget) process.exitCode = 1
  } finally {
    if (NODE_ENV === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = NODE_ENV
  }
}
