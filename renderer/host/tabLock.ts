/** A lock by which a queue belongs to one page at a time, until that page is closed. */
import { onExit } from '#ui/exit.ts'

export interface TabLock {
  /** Locks the name and releases the previous one; false while another page holds it. */
  acquire(name: string): Promise<boolean>
  /** Called when another page locked the name while this one was in the back/forward cache. */
  onLost(listener: () => void): void
}

/**
 * Attempts to get a lock, and milliseconds between them: a page that reloads or closes may hold its lock for a moment.
 */
const maxAttempts = 10
const retryMs = 100

/**
 * Uses Web Locks, which the browser releases when the page ends, even by a crash. Without them (no HTTPS) every page
 * acquires every name.
 */
export function createTabLock(locks: Pick<LockManager, 'request'> | undefined, listen = onExit): TabLock {
  if (locks === undefined) return { acquire: () => Promise.resolve(true), onLost: () => undefined }
  let held: { name: string; release(): void } | null = null
  let onLockLost = (): void => undefined
  const release = () => {
    held?.release()
    held = null
  }
  const request = (name: string) =>
    new Promise<boolean>((resolve, reject) => {
      // No timeout: a slow answer is still valid.
      locks
        .request(name, { ifAvailable: true }, (lock) => {
          resolve(lock !== null)
          return (
            lock &&
            new Promise<void>((release) => {
              held = { name, release }
            })
          )
        })
        .catch(reject)
    })
  async function acquireNow(name: string): Promise<boolean> {
    if (held?.name === name) return true
    release()
    for (let left = maxAttempts; ; left -= 1) {
      if (await request(name)) return true
      if (left === 1) return false
      await new Promise((resolve) => setTimeout(resolve, retryMs))
    }
  }
  let queue: Promise<unknown> = Promise.resolve()
  /** Runs one after the other: of two names requested concurrently, the page holds only the later one in the end. */
  const acquire = (name: string): Promise<boolean> => {
    const acquired = queue.then(() => acquireNow(name))
    queue = acquired.catch(() => undefined)
    return acquired
  }
  // A page that holds a lock cannot enter the back/forward cache, and Firefox decides that before `pagehide`. So the
  // lock is released as soon as the page is being left, and acquired again if it stays or returns.
  let left: string | null = null
  listen((exit) => {
    if (exit === 'leaving') {
      left = held?.name ?? null
      release()
    } else if (left !== null) {
      acquire(left).then(
        (acquired) => acquired || onLockLost(),
        () => undefined,
      )
    }
  })
  return {
    acquire,
    onLost(listener) {
      onLockLost = listener
    },
  }
}
