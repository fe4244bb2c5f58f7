import type { Network } from '#player/index.ts'
import { probe } from './reach.ts'

/** The browser's own `online` may still be a network that leads nowhere. */
export const createNetwork = (window: Window): Network => ({
  online: () => window.navigator.onLine,
  reachable: () =>
    probe().then(
      () => true,
      () => false,
    ),
  subscribe(listener) {
    window.addEventListener('online', listener)
    window.addEventListener('offline', listener)
    return () => {
      window.removeEventListener('online', listener)
      window.removeEventListener('offline', listener)
    }
  },
})
