/** The lazy engine with the real reducer and sagas. */
import { configureStore } from '@reduxjs/toolkit'
import { expect, it, vi } from 'vitest'
import { createLazyEngine, player, type LoadedEngine, type PlayerPorts } from '#player/index.ts'
import { reducer, runEngine } from '#player/sagas/run.ts'

const silent = { subscribe: () => () => undefined }

const ports = {
  outputs: [],
  hostFor: () => null as never,
  reports: { play: () => undefined },
  feed: { more: () => Promise.reject(new Error('There is no more')) },
  settings: { read: () => ({ volume: 0.5, muted: false }), write: () => undefined },
  clock: { tick: () => undefined } as never,
  visibility: { hidden: () => false, ...silent },
  lifecycle: silent,
  session: { read: () => Promise.resolve(null), write: () => undefined, writePosition: () => undefined },
  memory: { read: () => null, write: () => undefined },
  tabs: { claim: () => undefined, ...silent },
  network: { online: () => true, reachable: () => Promise.resolve(true), ...silent },
  random: Math.random,
} as unknown as PlayerPorts

const loaded: LoadedEngine = { ports, reducer, runEngine }

function begin(load: () => Promise<LoadedEngine>) {
  const engine = createLazyEngine(load)
  const store = configureStore({ reducer: { player: engine.reducer }, middleware: (defaults) => defaults().concat(engine.middleware) })
  return { engine, store, volume: () => store.getState().player }
}

it('BY13 L4 commands while the code loads → run in order; nothing loads before the first', async () => {
  let arrive = (): void => undefined
  const load = vi.fn(() => new Promise<LoadedEngine>((resolve) => (arrive = () => resolve(loaded))))
  const { store, volume } = begin(load)
  expect(load).not.toHaveBeenCalled()
  store.dispatch(player.setVolume(0.8))
  store.dispatch(player.setVolume(0.2))
  expect(load).toHaveBeenCalledTimes(1)
  arrive()
  await vi.waitFor(() => expect(volume()).toMatchObject({ volume: 0.2 }))
  store.dispatch(player.setMuted(true))
  expect(volume()).toMatchObject({ volume: 0.2, muted: true })
})

it('BY13 L4 the code fails to load → the next command loads it and runs after the first', async () => {
  const load = vi.fn(() => Promise.resolve(loaded)).mockRejectedValueOnce(new Error('offline'))
  const { store, volume } = begin(load)
  store.dispatch(player.setVolume(0.8))
  await Promise.resolve()
  await Promise.resolve()
  store.dispatch(player.setMuted(true))
  await vi.waitFor(() => expect(volume()).toMatchObject({ volume: 0.8, muted: true }))
  expect(load).toHaveBeenCalledTimes(2)
})

it('BY13 BY6 two starts without a command → it runs once', async () => {
  const load = vi.fn(() => Promise.resolve(loaded))
  const { engine, volume } = begin(load)
  engine.start()
  engine.start()
  await vi.waitFor(() => expect(volume()).toMatchObject({ volume: 0.5 }))
  expect(load).toHaveBeenCalledTimes(1)
})
