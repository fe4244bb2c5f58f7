import type { Store } from './store.ts'

/** Whether the page can have a service worker. Not in development: it would cache Vite's modules, which change. */
export const canHaveWorker = import.meta.env.PROD && 'serviceWorker' in navigator

/**
 * Registers the service worker. Loaded at the start, so that a page can be reloaded offline even if the user has not
 * interacted with it, with the answers of this visit. `worker.ts`, which is loaded at the first interaction, updates the service worker.
 */
export function registerWorker(store: Store): void {
  // The browser may forbid service workers; the app works without them.
  if (!canHaveWorker) return
  navigator.serviceWorker.register('/sw.js').catch(() => undefined)
  // Only a service worker can start the app offline, and then the code comes from its cache.
  void navigator.serviceWorker.ready
    .then(() => import('#data/rememberAnswers.ts'))
    .then(({ rememberAnswers }) => rememberAnswers(store))
    .catch(() => undefined)
}
