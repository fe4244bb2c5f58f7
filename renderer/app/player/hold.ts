/** Which page has which queue: a queue is one page's at a time, until that page is gone. */
export interface Hold {
  /** Takes the name, and lets go of any before; false where another page has it. */
  take(name: string): Promise<boolean>
}

/** Milliseconds: the page before a reload may need a moment to be gone. */
const patience = 300

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
  const take = (name: string) => new Promise<boolean>((resolve) => {
    if (held?.name === name) return resolve(true)
    drop()
    const holding = () => new Promise<void>((release) => {
      held = { name, release }
      resolve(true)
    })
    locks.request(name, { signal: AbortSignal.timeout(patience) }, holding).catch(() => resolve(false))
  })
  // A page that holds a lock is not kept for going back to, so it lets go when it is left.
  let left: string | null = null
  window.addEventListener('pagehide', () => {
    left = held?.name ?? null
    drop()
  })
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted && left !== null) void take(left)
  })
  return { take }
}
