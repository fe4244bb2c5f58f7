import { tryTwice } from '#ui/exit.ts'
import { onNoAnswer, serverUrl } from '#data/client.ts'

/**
 * Whether Strand is reachable (BY15). `navigator.onLine` is reliable only when false; a failed request triggers a probe of an address
 * that always answers.
 */
export interface Surroundings {
  online(): boolean
  /** Resolves with any answer of Strand. */
  probe(): Promise<unknown>
  setTimer(act: () => void, ms: number): () => void
}

export interface Reach {
  /** False from the first sign of an outage until Strand answers. */
  read(): boolean
  subscribe(listener: () => void): () => void
  /** Checks now: after a failed request, a network change, or a press on "retry". */
  look(): void
}

/** Milliseconds between two probes: the first interval and the maximum. */
export const tries = { first: 4000, longest: 60_000 }

export function createReach({ online, probe, setTimer }: Surroundings): Reach {
  let reached = true
  let looking = false
  let wait = tries.first
  let stopTimer = () => {}
  const listeners = new Set<() => void>()

  const settle = (next: boolean): void => {
    stopTimer()
    if (!next) {
      stopTimer = setTimer(look, wait)
      wait = Math.min(wait * 2, tries.longest)
    } else wait = tries.first
    if (next === reached) return
    reached = next
    for (const listener of [...listeners]) listener()
  }

  function look(): void {
    if (looking) return
    if (!online()) return settle(false)
    looking = true
    void probe()
      .then(
        () => true,
        () => false,
      )
      .then((answered) => {
        looking = false
        settle(answered)
      })
  }

  return {
    read: () => reached,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    look,
  }
}

/** Timeout of the probe (ms). */
const patience = 10_000

/** Resolves with any answer of Strand. */
export function probe(): Promise<unknown> {
  const signal = AbortSignal.timeout(patience)
  return tryTwice(() => fetch(serverUrl('/healthz'), { cache: 'no-store', signal }), signal)
}

export const reach = createReach({
  online: () => navigator.onLine,
  probe,
  setTimer: (act, ms) => {
    const timer = setTimeout(act, ms)
    return () => clearTimeout(timer)
  },
})

/** Starts watching. A shell document comes from the service worker, so the network may be down. */
export function watchReach(isShell: boolean): void {
  addEventListener('online', reach.look)
  addEventListener('offline', reach.look)
  onNoAnswer(reach.look)
  if (isShell || !navigator.onLine) reach.look()
}
