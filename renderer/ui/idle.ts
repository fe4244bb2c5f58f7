/** Runs a task when the browser is idle. Returns a function that cancels it. */
export function whenIdle(task: () => void): () => void {
  if ('requestIdleCallback' in globalThis) {
    const handle = requestIdleCallback(task, { timeout: 10_000 })
    return () => cancelIdleCallback(handle)
  }
  const timer = setTimeout(task, 2000)
  return () => clearTimeout(timer)
}
