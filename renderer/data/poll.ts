import { useEffect, useRef } from 'react'

/** Maximum interval on a hidden page (ms). */
const maxIntervalMs = 300_000

/**
 * Calls `poll` every `everyMs` while the page is visible (A4.3, decision 33). Hidden it backs off exponentially, and polls at once when
 * visible again; offline it waits for a connection. Returns a function that stops it.
 */
export function startPolling(poll: () => void, everyMs: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let intervalMs = everyMs
  const next = () => {
    clearTimeout(timer)
    timer = setTimeout(tick, intervalMs)
  }
  const tick = () => {
    if (navigator.onLine) poll()
    intervalMs = document.hidden ? Math.min(intervalMs * 2, maxIntervalMs) : everyMs
    next()
  }
  const onVisibilityChange = () => {
    if (document.hidden || intervalMs === everyMs) return
    intervalMs = everyMs
    tick()
  }
  next()
  document.addEventListener('visibilitychange', onVisibilityChange)
  addEventListener('online', tick)
  return () => {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', onVisibilityChange)
    removeEventListener('online', tick)
  }
}

export function usePoll(poll: () => void, { everyMs, enabled }: { everyMs: number; enabled: boolean }): void {
  const latest = useRef(poll)
  useEffect(() => {
    latest.current = poll
  })
  useEffect(() => (enabled ? startPolling(() => latest.current(), everyMs) : undefined), [everyMs, enabled])
}
