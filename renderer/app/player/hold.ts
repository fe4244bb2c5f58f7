/** Which page has which queue: a queue is one page's at a time, until that page is gone. */
export interface Hold {
  /** Takes the name, and lets go of any before; false where another page has it. */
  take(name: string): Promise<boolean>
}

/** The page before a reload, or one just closed, may need a moment to be gone: so often is asked, after so many milliseconds. */
const tries = 10
const pause = 100

/**
 * By the browser's own locks, which end with their page however it ends, so that nothing has to be cleaned up
 * after a crash. Where there are none (a page without https) every page may have every queue.
 */
export function pageHold(window: Window): Hold {
  const locks = (window.navigator as Partial<Navigator>).locks
  if (locks === undefined) return { take: () => Promise.resolve(true) }
  let held: { name: string; release(): void } | null = null
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
  // A page that holds a lock is not kept for going back to, so it lets go when it is left.
  let left: string | null = null
  window.addEventListener('pagehide', () => {
    left = held?.name ?? null
    drop()
  })
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted && left !== null) take(left).catch(() => undefined)
  })
  return { take }
}
