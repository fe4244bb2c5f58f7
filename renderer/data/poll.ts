import { useEffect, useRef } from 'react'

/** A page that nobody looks at asks less and less often, down to once in so long (ms). */
const rarest = 300_000

/**
 * Asks every `everyMs` while the page is seen (A4.3, decision 33). Hidden it backs off, and asks at once when it is
 * seen again; without a network it waits for one. Answers how to stop.
 */
export function startPolling(ask: () => void, everyMs: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let wait = everyMs
  const next = () => {
    clearTimeout(timer)
    timer = setTimeout(tick, wait)
  }
  const tick = () => {
    if (navigator.onLine) ask()
    wait = document.hidden ? Math.min(wait * 2, rarest) : everyMs
    next()
  }
  const seen = () => {
    if (document.hidden || wait === everyMs) return
    wait = everyMs
    tick()
  }
  next()
  document.addEventListener('visibilitychange', seen)
  addEventListener('online', tick)
  return () => {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', seen)
    removeEventListener('online', tick)
  }
}

export function usePoll(ask: () => void, { everyMs, enabled }: { everyMs: number; enabled: boolean }): void {
  const latest = useRef(ask)
  useEffect(() => {
    latest.current = ask
  })
  useEffect(() => (enabled ? startPolling(() => latest.current(), everyMs) : undefined), [everyMs, enabled])
}
