/** The player of a television, connected with the devices of the member that it belongs to. */
import type { Answer } from '#contract/endpoints.ts'
import { call } from '#data/client.ts'
import { connectDevice } from '#host/devices/connectDevice.ts'
import { tvIdentity } from '#host/devices/identity.ts'
import { createWebPlayer } from '#host/index.ts'
import { publishMediaSession } from '#host/mediaSession.ts'
import { createFeed } from '#host/queueFeed.ts'
import { trackOrSlide } from '#host/slides.ts'
import { outputs, player, textOutput, type Devices, type PlayerClock, type Stage } from '#player/index.ts'
import { keepAwake } from './keepAwake.ts'
import { tvStorage } from './storage.ts'
import { createTvStore, type TvStore } from './store.ts'

export type Ownership = Answer<'GET /api/v1/auth/tvos/owner'>

export interface Television {
  store: TvStore
  clock: PlayerClock
  stage: Stage
  devices: Devices
  /** Whose it is; null until known. */
  ownership: { read(): Ownership | null; subscribe(listener: () => void): () => void }
  /** Stops playback, ends the session, and removes everything that the next member must not find. */
  forget(): Promise<void>
}

/** Attempts to learn whose television it is are repeated after this time (ms). */
const retryMs = 10_000

/** @param onEnded the session has ended, here or in the list of sessions. */
export function createTelevision(token: string, onEnded: () => void): Television {
  const web = createWebPlayer(document, undefined, {
    storage: tvStorage,
    outputs: [...outputs, textOutput],
    feed: createFeed({ toTrack: trackOrSlide }),
  })
  const { engine, clock, stage, devices, settings } = web
  const store = createTvStore(engine)
  const listeners = new Set<() => void>()
  let ownership: Ownership | null = null
  let isForgotten = false
  let retry: ReturnType<typeof setTimeout> | undefined

  /** Also checks whether the session has ended: a page does not learn why a connection was refused. */
  async function readOwnership(): Promise<void> {
    clearTimeout(retry)
    const { data, error } = await call('GET /api/v1/auth/tvos/owner', {})
    if (isForgotten) return
    if (error?.status === 401) return onEnded()
    if (error) {
      clearTimeout(retry)
      retry = setTimeout(() => void readOwnership(), retryMs)
      return
    }
    ownership = data
    web.setMember(data.owner.uid)
    for (const listener of [...listeners]) listener()
  }

  devices.start = engine.start
  engine.start()
  void readOwnership()
  const disconnect = connectDevice({
    devices,
    store,
    engine,
    clock,
    settings,
    identity: tvIdentity,
    token,
    // A television controls no other device.
    notify: () => undefined,
    onEnded,
    onRefused: () => void readOwnership(),
  })
  if ('mediaSession' in navigator) publishMediaSession(navigator.mediaSession, store, clock)
  keepAwake(store)

  return {
    store,
    clock,
    stage,
    devices,
    ownership: {
      read: () => ownership,
      subscribe(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    async forget() {
      isForgotten = true
      disconnect()
      store.dispatch(player.close())
      web.forget()
      // Fails for a session that has ended already.
      await call('POST /logout', undefined)
    },
  }
}
