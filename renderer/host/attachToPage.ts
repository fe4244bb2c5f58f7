import { player, selectCurrentItem } from '#player/index.ts'
import { meIn } from '#data/api.ts'
import { whenIdle } from '#ui/idle.ts'
import { beforePlay } from '#ui/intent.ts'
import { mayCast } from './cast/mayCast.ts'
import type { HostStore } from './store.ts'
import type { WebPlayer } from './webPlayer.ts'

/** Starts the player engine, and connects it to the signed-in member and the system's media controls. */
export function attachToPage(store: HostStore, web: WebPlayer): void {
  watchMember(store, web)
  startEngine(web)
  startDevices(store, web)
  // Loaded late: the first screen does not need them.
  if (mayCast())
    whenQueued(store, async () => {
      const { connectCast } = await import('./cast/connectCast.ts')
      const ports = web.ports()
      // The engine is loaded, because it has filled the queue.
      if (ports !== null) await connectCast({ ...web, ports, store })
    })
  whenQueued(store, async () => {
    const { publishMediaSession } = await import('./mediaSession.ts')
    if ('mediaSession' in navigator) publishMediaSession(navigator.mediaSession, store, web.clock)
  })
}

/** Starts the engine at once if a queue is stored, otherwise before the first press on play. */
function startEngine({ engine, hasStoredQueue }: WebPlayer): void {
  if (hasStoredQueue()) engine.start()
  else beforePlay(engine.start)
}

/** Connects a member's page with the other devices, once it is idle. */
function startDevices(store: HostStore, { devices, engine, clock, settings }: WebPlayer): void {
  devices.start = engine.start
  let isStarted = false
  const check = () => {
    if (isStarted || !meIn(store.getState())) return
    isStarted = true
    whenIdle(() => {
      import('./devices/connect.ts').then(
        ({ connectDevices }) => connectDevices({ devices, store, engine, clock, settings }),
        () => {
          isStarted = false
        },
      )
    })
  }
  store.subscribe(check)
  check()
}

/** At log-out, deletes the queue, which may contain drafts, and the device's playback memory. */
function watchMember(store: HostStore, { setMember, forget }: WebPlayer): void {
  const currentMember = () => {
    const me = meIn(store.getState())
    return me === undefined ? undefined : (me?.uid ?? null)
  }
  let previous = currentMember()
  store.subscribe(() => {
    const current = currentMember()
    if (current === previous || current === undefined) return
    const left = previous
    previous = current
    if (left != null) {
      store.dispatch(player.close())
      forget()
    }
    setMember(current)
  })
}

/** Calls `start` when the queue has its first item, and again at the next change if it fails. */
function whenQueued(store: HostStore, start: () => Promise<void>): void {
  let isStarted = false
  const check = () => {
    if (isStarted || selectCurrentItem(store.getState()) === null) return
    isStarted = true
    start().catch(() => {
      isStarted = false
    })
  }
  store.subscribe(check)
  check()
}
