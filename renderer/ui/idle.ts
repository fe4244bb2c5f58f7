/** Runs a task when the browser has nothing better to do; answers how to call it off. */
export function whenIdle(task: () => void): () => void {
  if ('requestIdleCallback' in globalThis) {
    const handle = requestIdleCallback(task, { timeout: 10_000 })
    return () => cancelIdleCallback(handle)
  }
  const timer = setTimeout(task, 2000)
  return () => clearTimeout(timer)
}

/** Runs a task at a person's first sign: a page that is only looked at fetches nothing for it. Answers how to call it off. */
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
