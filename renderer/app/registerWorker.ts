/** Whether the page can have a service worker. Not in development: it would cache Vite's modules, which change. */
export const canHaveWorker = import.meta.env.PROD && 'serviceWorker' in navigator

/**
 * Registers the service worker. Loaded at the start, so that a page can be reloaded offline even if the user has not
 * interacted with it. `worker.ts`, which is loaded at the first interaction, updates the service worker.
 */
export function registerWorker(): void {
  // The browser may forbid service workers; the app works without them.
  if (canHaveWorker) navigator.serviceWorker.register('/sw.js').catch(() => undefined)
}
