/** A worker would cache Vite's modules, which change by themselves. */
export const canHaveWorker = import.meta.env.PROD && 'serviceWorker' in navigator

/** Part of the shell, so that a page without any input yet can also be reloaded without a network. `worker.ts` keeps it up to date. */
export function registerWorker(): void {
  // A browser that forbids workers does without.
  if (canHaveWorker) navigator.serviceWorker.register('/sw.js').catch(() => undefined)
}
