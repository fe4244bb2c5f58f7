/** The interface between the engine and its drivers. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { put } from 'redux-saga/effects'
import type { Command } from '#player/commands.ts'
import * as commands from '#player/commands.ts'
import type { Driver } from '#player/driver.ts'
import * as facts from '#player/facts.ts'
import { emptyQueue, player, type SavedSession } from '#player/index.ts'
import { initialState } from '#player/state.ts'
import { advanceTime, playing, source, startEngine, track } from './harness.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Carries out play and pause, and records what it receives. */
class FakeDriver implements Driver {
  isRunning = false
  readonly received: string[] = [];
  *run(): Generator {
    this.isRunning = true
    try {
      yield new Promise(() => undefined)
    } finally {
      this.isRunning = false
    }
  }
  *handle(command: Command): Generator {
    this.received.push(command.type.replace('player/', ''))
    if (commands.play.match(command)) {
      yield put(facts.intentChanged('play'))
      yield put(facts.playbackStarted())
    } else if (commands.pause.match(command)) {
      yield put(facts.intentChanged('pause'))
      yield put(facts.playbackStopped())
    } else if (commands.seek.match(command)) yield put(facts.positionChanged({ position: command.payload, duration: 100 }))
    else if (commands.next.match(command)) yield put(facts.cursorMoved({ index: 1 }))
  }
}

describe('hand-over to another driver', () => {
  it('L4 hand-over while playing → the local output stops, and the next driver plays the item from the same position', async () => {
    const remote = new FakeDriver()
    const engine = await playing(['y:ok1', 'y:ok2'], { index: 1 })
    engine.live.emit({ type: 'time', position: 42, duration: 100 })
    engine.setDriver(remote)
    expect(engine.youtube.calls.at(-1)).toBe('unload')
    expect(engine.youtube.listeners.size).toBe(0)
    expect(remote).toMatchObject({ isRunning: true, received: ['play'] })
    expect(engine.state).toMatchObject({
      intent: 'play',
      phase: 'playing',
      position: 42,
      duration: 100,
      playing: null,
      queue: { index: 1 },
    })
  })

  it('L4 hand-over while paused → the next driver stays paused', async () => {
    const remote = new FakeDriver()
    const engine = await playing(['y:ok1'])
    engine.dispatch(player.pause())
    engine.setDriver(remote)
    await advanceTime()
    expect(remote.received).toEqual([])
    expect(engine.state).toMatchObject({ intent: 'pause', phase: 'stopped', queue: { index: 0 } })
  })

  it('L4 hand-over of an ended item → the next driver starts at its beginning', async () => {
    const remote = new FakeDriver()
    const engine = await playing(['y:ok1', 'y:ok2'])
    engine.dispatch(player.startComposing('a'))
    engine.live.emit({ type: 'time', position: 99, duration: 100 })
    engine.live.emit({ type: 'ended' })
    engine.setDriver(remote)
    expect(engine.state).toMatchObject({ position: 0, itemOver: false, advanceHeld: false, composing: ['a'] })
  })

  it('L4 commands after a hand-over → only the driver in charge gets them', async () => {
    const remote = new FakeDriver()
    const engine = await playing(['y:ok1', 'y:ok2'])
    engine.setDriver(remote)
    const calls = engine.youtube.calls.length
    engine.dispatch(player.pause())
    engine.dispatch(player.setVolume(0.7))
    engine.dispatch(player.next())
    await advanceTime(60_000)
    expect(remote.received).toEqual(['play', 'pause', 'setVolume', 'next'])
    expect(engine.youtube.calls).toHaveLength(calls)
    expect(engine.settings.volume).toBe(0.4)
  })

  it('L4 L6 Q1 another driver in charge → the local one neither yields to tabs, reports plays nor fetches pages', async () => {
    const remote = new FakeDriver()
    const engine = await playing(['y:ok1', 'y:ok2'])
    engine.setDriver(remote)
    const claims = engine.otherTabs.claims
    engine.otherTabPlays()
    engine.dispatch(facts.itemEnded({ id: 'q1', postId: 'p1', external: false }))
    engine.dispatch(facts.moreNeeded('after'))
    await advanceTime(60_000)
    expect(remote.received).toEqual(['play'])
    expect(engine.otherTabs.claims).toBe(claims)
    expect(engine.reported).toEqual([])
    expect(engine.requestedPages).toEqual([])
  })

  it('Q1 hand-over while a page loads → the page is dropped, and loaded when the local driver is back', async () => {
    const remote = new FakeDriver()
    const never = new Promise<never>(() => undefined)
    const engine = await playing(['y:ok1'], { source, next: 1 }, { pages: { 1: never as never } })
    expect(engine.state.fetching).toBe('after')
    engine.setDriver(remote)
    expect(engine.state.fetching).toBeNull()
    engine.setDriver(null)
    await advanceTime()
    expect(engine.requestedPages).toEqual([1, 1])
  })

  it('L4 hand-over to the local driver → it plays the item of the other driver', async () => {
    const remote = new FakeDriver()
    const engine = await playing(['y:ok1', 'y:ok2'])
    engine.setDriver(remote)
    engine.dispatch(player.next())
    engine.dispatch(player.seek(33))
    engine.setDriver(null)
    await advanceTime()
    expect(remote.isRunning).toBe(false)
    expect(engine.live.current).toMatchObject({ stream: { uri: 'ok2' }, startTime: 33, autoplay: true })
    expect(engine.state).toMatchObject({ intent: 'play', phase: 'playing', position: 33, queue: { index: 1 } })
    engine.dispatch(player.pause())
    expect(engine.live.calls.at(-1)).toBe('pause')
    expect(remote.received).toEqual(['play', 'next', 'seek'])
  })

  it('L4 hand-over of an ended or empty queue → unchanged', async () => {
    const remote = new FakeDriver()
    const engine = await playing(['y:ok1'])
    engine.live.emit({ type: 'ended' })
    await advanceTime()
    engine.setDriver(remote)
    expect(engine.state).toMatchObject({ ended: true, intent: 'pause' })
    const empty = startEngine()
    empty.setDriver(remote)
    expect(empty.state.phase).toBe('unknown')
    expect(remote.received).toEqual([])
  })

  it('L4 a signal without another driver → playback continues', async () => {
    const engine = await playing(['y:ok1'])
    engine.setDriver(null)
    await advanceTime()
    expect(engine.youtube.calls).toEqual(['load ok1'])
  })

  it('L4 BY6 another driver from the start → it gets the restored session', async () => {
    const remote = new FakeDriver()
    const items = [{ ...track('y:ok1'), id: 'q1' }]
    const queue = { items, index: 0, source: null, next: null, previous: null, natural: null, removed: [] }
    const engine = startEngine({ saved: { queue, repeat: false, position: 20, duration: 100 }, driver: remote })
    await advanceTime()
    engine.dispatch(player.play())
    expect(remote.received).toEqual(['play'])
    expect(engine.state).toMatchObject({ position: 20, intent: 'play', queue: { index: 0 } })
  })

  it('L4 the engine stops → the driver in charge stops', async () => {
    const remote = new FakeDriver()
    const engine = await playing(['y:ok1'])
    engine.setDriver(remote)
    engine.task.cancel()
    expect(remote.isRunning).toBe(false)
  })
})

const tracks = [track('y:ok1 f:ok2', { startTime: 1, endTime: 9, duration: 12, image: '/i', external: true, source: 'example.org' })]
const bead = { id: 'b1', title: 'Playlist?', image: '/b' }
const item = { ...tracks[0]!, id: 'q1', page: 0 }
const session: SavedSession = {
  queue: { items: [item], index: 0, source, next: 1, previous: null, natural: ['q1'], removed: ['p9'] },
  repeat: true,
  position: 3,
  duration: 12,
}
const [stream] = tracks[0]!.streams
const page = { tracks, next: null }

const moved = { queue: emptyQueue, repeat: true, position: 3, duration: 12 }
const {
  mode: _mode,
  composing: _composing,
  canPip: _canPip,
  pip: _pip,
  remotePlayback: _remotePlayback,
  remote: _remote,
  ...shared
} = initialState

type Samples<Module> = {
  [Name in keyof Module as Module[Name] extends { match: unknown; type: string } ? Name : never]: Module[Name] extends (
    ...payload: infer Payload
  ) => unknown
    ? Payload
    : never
}

const commandSamples: Samples<typeof commands> = {
  playQueue: [{ tracks, featured: tracks[0]!, index: 0, source, from: 0, next: null, position: 3 }],
  adoptQueue: [moved],
  playItem: ['q1'],
  play: [],
  pause: [],
  toggle: [],
  next: [],
  previous: [],
  retry: [],
  seek: [12.5],
  setVolume: [0.5],
  setMuted: [true],
  setRepeat: [true],
  setShuffle: [false],
  setMode: ['floating'],
  setPip: [true],
  promptRemotePlayback: [],
  playNext: [tracks],
  addToQueue: [tracks],
  removeItems: [['q1']],
  moveItem: [{ id: 'q1', to: 2 }],
  clearQueue: [],
  undoEdit: [4],
  reviseTrack: [tracks[0]!],
  reviseBead: [bead],
  dropPost: ['p1'],
  startComposing: ['a'],
  stopComposing: ['a'],
  suspend: [],
  unsuspend: [],
  leavePage: [],
  restorePage: [],
  close: [],
}

const factSamples: Samples<typeof facts> = {
  queueReplaced: [{ tracks, source, next: 1 }],
  queueChanged: [{ type: 'shuffle', seed: null }],
  queueEmptied: [],
  sessionRestored: [session],
  queueAdopted: [moved],
  moreNeeded: ['after'],
  pageRequested: ['before'],
  pageLoaded: [{ from: 0, side: 'after', page }],
  pageFailed: ['after'],
  cursorMoved: [{ index: 0, position: 3 }],
  itemShown: [{ index: 0, position: 3 }],
  streamOpened: [{ loadId: 1, output: 'youtube', stream: stream!, remembered: true }],
  itemResumed: [3],
  playbackAwaited: [],
  playbackStarted: [],
  playbackStopped: [],
  itemStarted: [{ id: 'q1' }],
  recentStartExpired: [],
  bufferingStarted: [],
  gestureNeeded: [],
  positionChanged: [{ position: 3, duration: 0 }],
  streamFailed: [{ stream: stream!, output: 'youtube', code: 'gone', scope: 'stream' }],
  itemEnded: [{ id: 'q1', postId: 'p1', external: false }],
  itemFailed: [{ id: 'q1' }],
  advanceHeld: [true],
  networkChanged: [{ offline: true, unreachable: false }],
  queueEnded: [],
  intentChanged: ['play'],
  suspended: [],
  composingChanged: [['a']],
  volumeChanged: [{ volume: 0.5, muted: false }],
  repeatChanged: [true],
  modeChanged: ['hidden'],
  pipOffered: [true],
  pipChanged: [true],
  remotePlaybackChanged: [{ kind: 'airPlay', connection: 'connected' }],
  closed: [],
  mirrored: [shared],
  remoteChanged: [{ id: 'television', name: 'Television', kind: 'tv', status: 'connected' }],
  commandHandled: [{ device: 'page', number: 1 }],
}

describe('commands and facts as messages', () => {
  type Creators = Readonly<Record<string, (...payload: unknown[]) => { type: string }>>
  const actionsOf = (creators: object, samples: object) =>
    Object.entries(samples).map(([name, payload]) => [name, (creators as Creators)[name]!(...(payload as unknown[]))] as const)
  it.each([...actionsOf(commands, commandSamples), ...actionsOf(facts, factSamples)])('L4 %s through JSON → unchanged', (_, action) => {
    expect(JSON.parse(JSON.stringify(action))).toEqual(action)
  })
})
