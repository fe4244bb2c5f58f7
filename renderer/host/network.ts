import type { Network } from '#player/index.ts'
import { probe } from './reach.ts'

/**
 * The network port. `navigator.onLine` is also true on a network without internet, so `reachable` probes the server.
 */
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
