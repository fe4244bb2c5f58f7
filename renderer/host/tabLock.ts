/** Which page has which queue: a queue is one page's at a time, until that page is gone. */
import { onExit } from '../ui/exit.ts'

export interface Hold {
  /** Takes the name, and lets go of any before; false where another page has it. */
  take(name: string): Promise<boolean>
  /** Calls back where another page took the name while this one was in the back/forward cache. */
  onLost(listener: () => void): void
}

/** The page before a reload, or one just closed, may need a moment to be gone: so often is asked, after so many milliseconds. */
const tries = 10
const pause = 100

/**
 * By the browser's own locks, which end with their page however it ends, so that nothing has to be cleaned up
 * after a crash. Where there are none (a page without https) every page may have every queue.
 */
export function pageHold(locks: Pick<LockManager, 'request'> | undefined, listen = onExit): Hold {
  if (locks === undefined) return { take: () => Promise.resolve(true), onLost: () => undefined }
  let held: { name: string; release(): void } | null = null
  let lost = (): void => undefined
  const drop = () => {
    held?.release()
    held = null
  }
  const request = (name: string) => new Promise<boolean>((resolve, reject) => {
    // Not a timeout: on a busy machine an answer may be long in coming, and is right all the same.
    locks.request(name, { ifAvailable: true }, (lock) => {
      resolve(lock !== null)
      return lock && new Promise<void>((release) => {
        held = { name, release }
      })
    }).catch(reject)
  })
  async function takeNow(name: string): Promise<boolean> {
    if (held?.name === name) return true
    drop()
    for (let left = tries; ; left -= 1) {
      if (await request(name)) return true
      if (left === 1) return false
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
  let turn: Promise<unknown> = Promise.resolve()
  /** One after the other, so that of two names wanted at once the page ends with the later one alone. */
  const take = (name: string): Promise<boolean> => {
    const taken = turn.then(() => takeNow(name))
    turn = taken.catch(() => undefined)
    return taken
  }
  // A page with a lock does not enter the back/forward cache. Firefox decides that before `pagehide`.
  let left: string | null = null
  listen((exit) => {
    if (exit === 'leaving') {
      left = held?.name ?? null
      drop()
    } else if (left !== null) {
      take(left).then((taken) => taken || lost(), () => undefined)
    }
  })
  return {
    take,
    onLost(listener) {
      lost = listener
    },
  }
}
