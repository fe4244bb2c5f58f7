import { tryTwice } from '#ui/exit.ts'
import { discardBody, onNetworkError, serverUrl } from '#data/client.ts'
import { allowEarlierAnswers } from '#data/offlineAnswers.ts'

/**
 * Tracks whether Strand's server is reachable (BY15). `navigator.onLine` is reliable only when false, so a failed
 * request triggers a probe of `/healthz`. During an outage the probe is repeated.
 */
export interface ReachContext {
  online(): boolean
  /** Resolves with any answer of Strand. */
  probe(): Promise<unknown>
  setTimer(callback: () => void, ms: number): () => void
}

export interface Reach {
  /** False from the first sign of an outage until Strand answers. */
  read(): boolean
  subscribe(listener: () => void): () => void
  /** Checks now: after a failed request, a network change, or a press on "retry". */
  check(): void
  /** The same as `read`, after the check that is running. */
  settled(): Promise<boolean>
}

/** Milliseconds between two probes during an outage: the first interval, which doubles, and the maximum. */
export const probeIntervals = { first: 4000, max: 60_000 }

export function createReach({ online, probe, setTimer }: ReachContext): Reach {
  let isReached = true
  let isChecking = false
  let checking = Promise.resolve()
  let intervalMs = probeIntervals.first
  let stopTimer = () => {}
  const listeners = new Set<() => void>()

  const update = (next: boolean): void => {
    stopTimer()
    if (!next) {
      stopTimer = setTimer(check, intervalMs)
      intervalMs = Math.min(intervalMs * 2, probeIntervals.max)
    } else intervalMs = probeIntervals.first
    if (next === isReached) return
    isReached = next
    for (const listener of [...listeners]) listener()
  }

  function check(): void {
    if (isChecking) return
    if (!online()) return update(false)
    isChecking = true
    checking = probe()
      .then(
        () => true,
        () => false,
      )
      .then((hasAnswered) => {
        isChecking = false
        update(hasAnswered)
      })
  }

  return {
    read: () => isReached,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    check,
    settled: () => checking.then(() => isReached),
  }
}

/** Timeout of the probe (ms). */
const probeTimeoutMs = 10_000

/** Resolves with any answer of Strand. */
export function probe(): Promise<unknown> {
  const signal = AbortSignal.timeout(probeTimeoutMs)
  return tryTwice(() => fetch(serverUrl('/healthz'), { cache: 'no-store', signal }), signal).then(discardBody)
}

export const reach = createReach({
  online: () => navigator.onLine,
  probe,
  setTimer: (callback, ms) => {
    const timer = setTimeout(callback, ms)
    return () => clearTimeout(timer)
  },
})

/** Starts watching. @param isShell the document comes from the service worker's cache, so the network may be down. */
export function watchReach(isShell: boolean): void {
  addEventListener('online', reach.check)
  addEventListener('offline', reach.check)
  onNetworkError(reach.check)
  allowEarlierAnswers(reach.settled)
  if (isShell || !navigator.onLine) reach.check()
}
