import type { Network } from '../../player/index.ts'

/** What the browser knows: an `online` may still be a network that leads nowhere, an `offline` is one. */
export const createNetwork = (window: Window): Network => ({
  online: () => window.navigator.onLine,
  subscribe(listener) {
    window.addEventListener('online', listener)
    window.addEventListener('offline', listener)
    return () => {
      window.removeEventListener('online', listener)
      window.removeEventListener('offline', listener)
    }
  },
})
