/** Runs a task when the browser is idle. Returns a function that cancels it. */
export function whenIdle(task: () => void): () => void {
  if ('requestIdleCallback' in globalThis) {
    const handle = requestIdleCallback(task, { timeout: 10_000 })
    return () => cancelIdleCallback(handle)
  }
  const timer = setTimeout(task, 2000)
  return () => clearTimeout(timer)
}

/** Runs a task at the first interaction: a page that is only viewed loads nothing for it. Returns a function that cancels it. */
export function whenTouched(task: () => void): () => void {
  const listening = new AbortController()
  for (const sign of ['pointermove', 'pointerdown', 'keydown', 'scroll'])
    addEventListener(
      sign,
      () => {
        listening.abort()
        task()
      },
      { signal: listening.signal, passive: true },
    )
  return () => listening.abort()
}
