/** Safari plays a medium only while it handles a user gesture: nothing is awaited between the command and the output. */
import { configureStore } from '@reduxjs/toolkit'
import createSagaMiddleware from 'redux-saga'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createPlayerClock, outputs, player, type OutputId, type PlayerPorts } from '#player/index.ts'
import { reducer } from '#player/reducer.ts'
import { playerSaga } from '#player/sagas/root.ts'
import { preloadOutputs, preloadTrack } from '#player/outputs/preload.ts'
import { track } from './harness.ts'

const { frames } = vi.hoisted(() => ({ frames: { vimeo: 0 } }))
vi.mock('@vimeo/player', () => ({
  default: class {
    constructor() {
      frames.vimeo += 1
    }
    on() {}
    ready() {
      return new Promise(() => undefined)
    }
  },
}))

/** The part of an element that is used before a provider's script has loaded. */
const element = () => ({
  hidden: true,
  style: {},
  addEventListener: () => undefined,
  remove: () => undefined,
  replaceChildren: () => undefined,
  append: () => undefined,
})

function start() {
  const hosts = new Map<OutputId, ReturnType<typeof element>>()
  const saga = createSagaMiddleware()
  const store = configureStore({
    reducer: { player: reducer },
    middleware: (defaults) => defaults({ serializableCheck: false, immutableCheck: false }).concat(saga),
  })
  const silent = { subscribe: () => () => undefined }
  saga.run(playerSaga, {
    outputs,
    hostFor: (id) => {
      const host = hosts.get(id) ?? element()
      hosts.set(id, host)
      return host as unknown as HTMLElement
    },
    reports: { report: async () => undefined },
    feed: { more: () => Promise.reject(new Error('There is no more')) },
    settings: { read: () => ({ volume: 1, muted: false }), write: () => undefined },
    clock: createPlayerClock(),
    visibility: { hidden: () => false, ...silent },
    lifecycle: silent,
    session: { read: () => null, write: () => undefined, writePosition: () => undefined },
    memory: { read: () => null, write: () => undefined },
    tabs: { claim: () => undefined, ...silent },
    network: { online: () => true, reachable: () => Promise.resolve(true), ...silent },
    random: Math.random,
  } satisfies PlayerPorts)
  return {
    /** Dispatches, and returns whether the output loaded its medium before that returned. */
    plays(of: ReturnType<typeof track>, id: OutputId): boolean {
      store.dispatch(player.playQueue({ tracks: [of] }))
      return hosts.get(id)?.hidden === false
    },
  }
}

const youtube = () => track('', { streams: [{ type: 'youtube', uri: 'abcdefghijk', href: 'https://youtu.be/abcdefghijk' }] })
const soundcloud = () =>
  track('', { streams: [{ type: 'soundcloud', uri: 'https://soundcloud.com/a/b', href: 'https://soundcloud.com/a/b' }] })
const vimeo = () => track('', { streams: [{ type: 'vimeo', uri: '76979871', href: 'https://vimeo.com/76979871' }] })

/** Waits until the code is loaded, in turns of the event loop. */
const arrived = async (id: OutputId) => {
  const entry = outputs.find((one) => one.id === id)!
  await vi.waitFor(
    () => {
      if (entry.create(element() as unknown as HTMLElement) instanceof Promise) throw new Error('not yet')
    },
    { timeout: 10_000 },
  )
}

beforeEach(() => {
  vi.stubGlobal('window', globalThis)
  vi.stubGlobal('document', { createElement: element, head: element(), querySelector: () => null, addEventListener: () => undefined })
})
afterEach(() => void vi.unstubAllGlobals())

describe('L5 the first item within the gesture', () => {
  it('L5 the first item after the page was idle → loaded before the command returns', async () => {
    const engine = start()
    expect(engine.plays(youtube(), 'youtube'), 'its code is not there').toBe(false)
    preloadOutputs()
    await arrived('youtube')
    await arrived('soundcloud')
    expect(start().plays(youtube(), 'youtube')).toBe(true)
    expect(start().plays(soundcloud(), 'soundcloud')).toBe(true)
  })
  it('L5 an item after its preload → loaded before the command returns, with the code of its stream', async () => {
    const { prepare } = await import('#player/outputs/vimeo.ts')
    preloadTrack(vimeo())
    await arrived('vimeo')
    await vi.waitFor(() => expect(prepare(), 'the SDK itself and no promise of it').not.toBeInstanceOf(Promise), { timeout: 10_000 })
    expect(start().plays(vimeo(), 'vimeo')).toBe(true)
    expect(frames.vimeo, 'frames made by then').toBe(1)
  })
})
