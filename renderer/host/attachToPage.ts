import { player, selectCurrentItem } from '#player/index.ts'
import { api } from '#data/api.ts'
import { whenIdle, whenTouched } from '#ui/idle.ts'
import type { HostStore } from './store.ts'
import type { WebPlayer } from './webPlayer.ts'

/** Connects the engine to the signed-in member and the system's media controls. */
export function attachToPage(store: HostStore, web: WebPlayer): void {
  followMember(store, web)
  startEngine(web)
  // Loaded late: the first screen does not need it.
  whenQueued(store, async () => {
    const { showToSystem } = await import('./mediaSession.ts')
    if ('mediaSession' in navigator) showToSystem(navigator.mediaSession, store, web.clock)
  })
}

/** At once for a stored queue, otherwise before the first press on play, so that the press still counts as a user gesture. */
function startEngine({ engine, session }: WebPlayer): void {
  if (session.isStored()) return engine.start()
  whenTouched(engine.start)
  whenIdle(engine.start)
}

/** At log-out, deletes the queue, which may contain drafts, and the device's playback memory. */
function followMember(store: HostStore, { session, memory }: WebPlayer): void {
  const memberNow = () => {
    const { data } = api.endpoints.me.select()(store.getState())
    return data === undefined ? undefined : (data?.uid ?? null)
  }
  let before = memberNow()
  store.subscribe(() => {
    const now = memberNow()
    if (now === before || now === undefined) return
    const left = before
    before = now
    if (left != null) {
      store.dispatch(player.close())
      session.forget()
      memory.clear()
    }
    session.setMember(now)
  })
}

/** Calls `start` when the queue has its first item, and again at the next change if it fails. */
function whenQueued(store: HostStore, begin: () => Promise<void>): void {
  let begun = false
  const look = () => {
    if (begun || selectCurrentItem(store.getState()) === null) return
    begun = true
    begin().catch(() => {
      begun = false
    })
  }
  store.subscribe(look)
  look()
}
