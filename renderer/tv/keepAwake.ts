/** Prevents the screen saver while something plays. Televisions without the Wake Lock API show none during a video. */
import { selectIsPlaying, type WithPlayer } from '#player/index.ts'

interface PlayerStore {
  getState(): WithPlayer
  subscribe(listener: () => void): () => void
}

export function keepAwake(store: PlayerStore): void {
  // The lock is lost whenever the page is hidden.
  let lock: WakeLockSentinel | null = null
  let isRequested = false

  async function update(): Promise<void> {
    const isNeeded = selectIsPlaying(store.getState()) && document.visibilityState === 'visible'
    if (!isNeeded) {
      void lock?.release().catch(() => undefined)
      lock = null
      return
    }
    if (isRequested || (lock !== null && !lock.released)) return
    isRequested = true
    lock = await navigator.wakeLock.request('screen').catch(() => null)
    isRequested = false
  }

  if (!('wakeLock' in navigator)) return
  store.subscribe(() => void update())
  document.addEventListener('visibilitychange', () => void update())
}
