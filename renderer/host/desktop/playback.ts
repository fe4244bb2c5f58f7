/** Reports the player to the desktop application, for its tray, task bar and sleep, and carries out its commands (BY19). */
import { player, selectCanNext, selectCanPrevious, selectCurrentItem, selectIsPlaying, type PlayerClock } from '#player/index.ts'
import type { DesktopBridge } from '../platform.ts'
import type { HostStore } from '../store.ts'

type Playback = Parameters<DesktopBridge['reportPlayback']>[0]

/** Between two reports that differ only in the position. The application shows it as progress. */
const positionIntervalMs = 1000
/** At most what the bridge accepts. */
const maxTextLength = 200

/** Of live streams, some engines report a duration of 2 ** 32 seconds, which the bridge does not accept. */
const isTime = (value: number): boolean => value >= 0 && value <= 1e7

/** What the application is to know about the player. */
export function playbackOf(
  state: ReturnType<HostStore['getState']>,
  { position, duration }: ReturnType<PlayerClock['getSnapshot']>,
): Playback {
  const item = selectCurrentItem(state)
  const isTimed = item !== null && isTime(position) && isTime(duration) && duration > 0
  return {
    status: item === null ? 'none' : selectIsPlaying(state) ? 'playing' : 'paused',
    title: item?.title.slice(0, maxTextLength) ?? '',
    creator: item?.creator.slice(0, maxTextLength) ?? '',
    medium: state.player.remote !== null ? 'remote' : item?.type === 'audio' ? 'audio' : 'video',
    canPrevious: selectCanPrevious(state),
    canNext: selectCanNext(state),
    position: isTimed ? position : null,
    duration: isTimed ? duration : null,
  }
}

/** Connects store and application until the returned function is called. */
export function connectPlayback(bridge: DesktopBridge, store: HostStore, clock: PlayerClock): () => void {
  let reported = ''
  let reportedAt = -Infinity

  function report(): void {
    const playback = playbackOf(store.getState(), clock.getSnapshot())
    const { position: _position, ...others } = playback
    const current = JSON.stringify(others)
    const now = performance.now()
    if (current === reported && now - reportedAt < positionIntervalMs) return
    reported = current
    reportedAt = now
    void bridge.reportPlayback(playback)
  }

  const unsubscribers = [
    store.subscribe(report),
    clock.subscribe(report),
    bridge.onPlayerCommand((command) => void store.dispatch(player[command]())),
    // After sleep, connections are dead although no event has reported it: this one makes their owners check them.
    bridge.onResume(() => void dispatchEvent(new Event('online'))),
  ]
  report()
  return () => {
    for (const unsubscribe of unsubscribers) unsubscribe()
  }
}
