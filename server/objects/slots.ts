/** A semaphore: at most `count` hold a slot, and others wait for it in the order of their arrival, but not for longer than `timeoutMs`. */
export interface Slots {
  /** Resolves with a function that releases the slot, which may be called repeatedly. Rejects after the timeout. */
  acquire(): Promise<() => void>
}

export function createSlots({ count, timeoutMs }: { count: number; timeoutMs: number }): Slots {
  let free = count
  const waiting = new Set<() => void>()

  const createRelease = (): (() => void) => {
    let isReleased = false
    return () => {
      if (isReleased) return
      isReleased = true
      const [next] = waiting
      // Handed over, so that a new call cannot overtake it.
      if (next) next()
      else free += 1
    }
  }

  return {
    acquire() {
      if (free > 0) {
        free -= 1
        return Promise.resolve(createRelease())
      }
      return new Promise((resolve, reject) => {
        const take = (): void => {
          clearTimeout(timer)
          waiting.delete(take)
          resolve(createRelease())
        }
        const timer = setTimeout(() => {
          waiting.delete(take)
          reject(new Error(`no connection was free within ${timeoutMs / 1000} s`))
        }, timeoutMs)
        waiting.add(take)
      })
    },
  }
}
