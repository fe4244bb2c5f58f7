/** Whether the page can have a service worker. Not in development: it would cache Vite's modules, which change. */
export const canHaveWorker = import.meta.env.PROD && 'serviceWorker' in navigator

/**
 * Registers the service worker. This file is part of the shell, so that a page can be reloaded offline before the person has used it.
 * `worker.ts`, which is loaded later, updates the worker.
 */
export function registerWorker(): void {
  // The browser may forbid service workers; the app works without them.
  if (canHaveWorker) navigator.serviceWorker.register('/sw.js').catch(() => undefined)
}
