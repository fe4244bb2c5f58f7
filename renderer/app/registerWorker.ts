/** A worker would cache Vite's modules, which change during development. */
export const canHaveWorker = import.meta.env.PROD && 'serviceWorker' in navigator

/** Part of the shell, so that a page without any input yet can also be reloaded offline. `worker.ts` updates it. */
export function registerWorker(): void {
  // The browser may forbid workers; they are optional.
  if (canHaveWorker) navigator.serviceWorker.register('/sw.js').catch(() => undefined)
}
