/** What goes along with the engine for as long as the page is there. */
import { player, selectCurrentItem } from '../player/index.ts'
import { tryTwice } from '../ui/exit.ts'
import { api } from '../data/api.ts'
import { whenIdle, whenTouched } from '../ui/idle.ts'
import type { Store } from '../app/store.ts'
import type { WebPlayer } from './index.ts'

export function accompany(store: Store, web: WebPlayer): void {
  followMember(store, web)
  startEngine(web)
  // Nothing below is needed for the first screen, so none of its code comes with it.
  whenQueued(store, async () => {
    const { showToSystem } = await import('./mediaSession.ts')
    if ('mediaSession' in navigator) showToSystem(navigator.mediaSession, store, web.clock)
  })
  whenIdle(() => void tryTwice(() => import('./whenIdle.ts')).then(({ begin }) => begin(store, web.clock), () => undefined))
}

/** At once for a stored queue. Otherwise before the first press on play, so that the press still counts as a gesture. */
function startEngine({ engine, session }: WebPlayer): void {
  if (session.isStored()) return engine.start()
  whenTouched(engine.start)
  whenIdle(engine.start)
}

/** A queue may hold somebody's drafts, so it goes when they go, and what their device learnt of their listening too. */
function followMember(store: Store, { session, memory }: WebPlayer): void {
  const memberNow = () => {
    const { data } = api.endpoints.me.select()(store.getState())
    return data === undefined ? undefined : data?.uid ?? null
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

/** Once, when there is something to play for the first time; again later where that went wrong. */
function whenQueued(store: Store, begin: () => Promise<void>): void {
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
