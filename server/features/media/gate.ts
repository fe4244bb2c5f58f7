export interface Gate {
  /** Waits for a slot and returns its release function. Rejects if the signal aborts first. */
  enter(host: string, signal: AbortSignal): Promise<() => void>
}

/** A semaphore: at most `total` holders, `perHost` of them for one host; FIFO otherwise. */
export function createGate(total: number, perHost: number): Gate {
  let inside = 0
  const hosts = new Map<string, number>()
  const waiting: { host: string; admit: () => void }[] = []

  const hasRoom = (host: string) => inside < total && (hosts.get(host) ?? 0) < perHost

  function take(host: string): () => void {
    inside++
    hosts.set(host, (hosts.get(host) ?? 0) + 1)
    return () => {
      inside--
      const left = hosts.get(host)! - 1
      if (left === 0) hosts.delete(host)
      else hosts.set(host, left)
      const next = waiting.findIndex((one) => hasRoom(one.host))
      if (next >= 0) waiting.splice(next, 1)[0]!.admit()
    }
  }

  return {
    async enter(host, signal) {
      signal.throwIfAborted()
      if (hasRoom(host)) return take(host)
      return new Promise((resolve, reject) => {
        const one = {
          host,
          admit: () => {
            signal.removeEventListener('abort', abandon)
            resolve(take(host))
          },
        }
        const abandon = () => {
          waiting.splice(waiting.indexOf(one), 1)
          reject(signal.reason as Error)
        }
        waiting.push(one)
        signal.addEventListener('abort', abandon, { once: true })
      })
    },
  }
}
