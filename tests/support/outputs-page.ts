/** The page of tests/e2e/outputs.spec.ts: runs each output alone, and all of them with the engine. */
import { configureStore, type Store } from '@reduxjs/toolkit'
import createSagaMiddleware from 'redux-saga'
import {
  createPlayerClock,
  createStage,
  outputs,
  pageLifecycle,
  pageVisibility,
  player,
  type PlayerState,
  type Remembered,
  type Track,
  widgetOutputs,
} from '#player/index.ts'
import { playerSaga } from '#player/sagas/root.ts'
import type { OutputId } from '#player/index.ts'
import { reducer } from '#player/reducer.ts'
import type { LoadRequest, Output, OutputEvent } from '#player/ports.ts'

const stage = createStage(document)
Object.assign(stage.element.style, { left: '0', top: '0', width: '640px', height: '360px' })
const made = new Map<OutputId, Promise<Output>>()
let engine: Store<{ player: PlayerState }> | null = null
const memory = new Map<string, Remembered>()

const page = {
  events: [] as (OutputEvent & { at: number })[],
  async output(id: OutputId): Promise<Output> {
    const known = made.get(id)
    if (known !== undefined) return known
    const output = Promise.resolve([...outputs, ...widgetOutputs].find((entry) => entry.id === id)!.create(stage.hostFor(id)))
    made.set(id, output)
    ;(await output).subscribe((event) => {
      page.events.push({ ...event, at: performance.now() })
      console.info(`said ${event.type}`)
    })
    return output
  },
  async load(id: OutputId, request: Partial<LoadRequest> & Pick<LoadRequest, 'loadId' | 'stream'>) {
    const output = await page.output(id)
    output.load({ autoplay: true, volume: 0.5, muted: false, ...request })
  },
  reported: [] as string[],
  /** The states of the engine; a new entry when one of these fields changes. */
  states: [] as Pick<PlayerState, 'phase' | 'deadItemId' | 'ended'>[],
  play(tracks: Track[]) {
    const saga = createSagaMiddleware()
    const store = configureStore({ reducer: { player: reducer }, middleware: (defaults) => defaults().concat(saga) })
    store.subscribe(() => {
      const { phase, deadItemId, ended } = store.getState().player
      const last = page.states.at(-1)
      if (last?.phase !== phase || last.deadItemId !== deadItemId || last.ended !== ended) page.states.push({ phase, deadItemId, ended })
    })
    saga.run(playerSaga, {
      outputs,
      hostFor: stage.hostFor,
      reports: { report: async (postId) => void page.reported.push(postId) },
      feed: { more: () => Promise.reject(new Error('There are no further pages')) },
      settings: { read: () => ({ volume: 0.5, muted: false }), write: () => undefined },
      clock: createPlayerClock(),
      visibility: pageVisibility(document),
      lifecycle: pageLifecycle(window),
      session: { read: () => null, write: () => undefined, writePosition: () => undefined },
      memory: {
        read: (postId) => memory.get(postId) ?? null,
        write: (postId, remembered) => void (remembered === null ? memory.delete(postId) : memory.set(postId, remembered)),
      },
      tabs: { claim: () => undefined, subscribe: () => () => undefined },
      network: { online: () => navigator.onLine, reachable: () => Promise.resolve(false), subscribe: () => () => undefined },
      random: Math.random,
    })
    store.dispatch(player.playQueue({ tracks }))
    engine = store
  },
  close() {
    engine!.dispatch(player.close())
  },
  /** Advances the playing queue `times` times, each time after the item has become audible. */
  async turn(times: number) {
    const store = engine!
    const current = () => {
      const { queue, phase } = store.getState().player
      return { id: queue.items[queue.index]?.id, title: queue.items[queue.index]?.title, phase }
    }
    for (let n = 0; n < times; n++) {
      const { id: before } = current()
      store.dispatch(player.next())
      await new Promise<void>((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`${current().title} is ${current().phase}`)), 12_000)
        const stop = store.subscribe(() => {
          const { id, phase } = current()
          if (id === before || phase !== 'playing') return
          clearTimeout(timer)
          stop()
          resolve()
        })
      })
    }
    page.states.length = 0
  },
  canPlay: (stream: LoadRequest['stream']) => outputs.filter((entry) => entry.canPlay(stream)).map((entry) => entry.id),
}

declare global {
  interface Window {
    outputsPage: typeof page
  }
}
window.outputsPage = page

// Chromium treats what a test evaluates as a user gesture, but not the page's own scripts.
if (location.hash.length > 1) {
  const { id, request } = JSON.parse(decodeURIComponent(location.hash.slice(1)))
  await page.load(id, request)
}
