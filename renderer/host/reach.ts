import { tryTwice } from '#ui/exit.ts'
import { onNoAnswer } from '#data/client.ts'

/**
 * Whether Strand can be reached (BY15). The browser knows of an `offline`, but its `online` may be a network that leads
 * nowhere: then a call that got no answer, and an address that always answers, say more.
 */
export interface Surroundings {
  online(): boolean
  /** Resolves where Strand answers, whatever it says. */
  probe(): Promise<unknown>
  setTimer(act: () => void, ms: number): () => void
}

export interface Reach {
  /** False from the first sign that there is no way to Strand until it answers. */
  read(): boolean
  subscribe(listener: () => void): () => void
  /** Looks now: a call got no answer, the network came or went, or a person wants to know. */
  look(): void
}

/** Milliseconds between two tries, the first and the longest. */
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

/** How long the probe waits for an answer (ms). */
const patience = 10_000

/** Resolves where Strand answers, whatever it says. */
export function probe(): Promise<unknown> {
  const signal = AbortSignal.timeout(patience)
  return tryTwice(() => fetch('/healthz', { cache: 'no-store', signal }), signal)
}

export const reach = createReach({
  online: () => navigator.onLine,
  probe,
  setTimer: (act, ms) => {
    const timer = setTimeout(act, ms)
    return () => clearTimeout(timer)
  },
})

/** Begins to watch. A document that was not written for this visit came from the service worker: there may be no network. */
export function watchReach(isShell: boolean): void {
  addEventListener('online', reach.look)
  addEventListener('offline', reach.look)
  onNoAnswer(reach.look)
  if (isShell || !navigator.onLine) reach.look()
}
