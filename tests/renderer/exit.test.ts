import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTabLock } from '#host/tabLock.ts'
import { exitTimeoutMs, onExit, tryTwice, watchExit, whenStaying, type Exit } from '#ui/exit.ts'

const page = new EventTarget()
watchExit(page as Window)
const fire = (type: string): void => void page.dispatchEvent(new Event(type))
/** Whether a promise has settled by now. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false
  promise.then(
    () => (settled = true),
    () => (settled = true),
  )
  await vi.advanceTimersByTimeAsync(0)
  return settled
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  fire('pageshow')
  vi.useRealTimers()
})

describe('leaving a page', () => {
  it('R14 a hidden page is leaving until the back/forward cache restores it, even after the timeout', async () => {
    const changes: Exit[] = []
    const stop = onExit((exit) => changes.push(exit))
    fire('beforeunload')
    fire('pagehide')
    await vi.advanceTimersByTimeAsync(exitTimeoutMs * 3)
    const staying = whenStaying()
    expect([changes, await isSettled(staying)]).toEqual([['leaving'], false])
    fire('pageshow')
    stop()
    expect([changes, await isSettled(staying)]).toEqual([['leaving', 'staying'], true])
  })

  it('R14 `beforeunload` without `pagehide` (a cancelled navigation or a download) → staying after 10 seconds', async () => {
    fire('beforeunload')
    const staying = whenStaying()
    await vi.advanceTimersByTimeAsync(exitTimeoutMs - 1)
    expect(await isSettled(staying)).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(await isSettled(staying)).toBe(true)
  })

  it('R14 a task that fails while the page is leaving does not reject and is retried once the page stays', async () => {
    const task = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('cancelled')).mockResolvedValueOnce('done')
    fire('beforeunload')
    const result = tryTwice(task)
    await vi.advanceTimersByTimeAsync(exitTimeoutMs - 1)
    expect([task.mock.calls.length, await isSettled(result)]).toEqual([1, false])
    await vi.advanceTimersByTimeAsync(1000)
    expect(await result).toBe('done')
  })

  it('R14 a task that fails twice rejects and is not tried a third time', async () => {
    const task = vi.fn<() => Promise<string>>().mockRejectedValue(new Error('no answer'))
    const result = tryTwice(task)
    result.catch(() => undefined)
    await vi.advanceTimersByTimeAsync(1000)
    await expect(result).rejects.toThrow('no answer')
    expect(task).toHaveBeenCalledTimes(2)
  })
})

describe('the lock of a queue', () => {
  /** The locks of one browser. */
  function browser() {
    const held = new Set<string>()
    const request = async (name: string, _: unknown, act: (lock: object | null) => unknown): Promise<void> => {
      if (held.has(name)) return void (await act(null))
      held.add(name)
      await act({})
      held.delete(name)
    }
    return { held, locks: { request } as unknown as LockManager }
  }

  it('BY6 the lock is released at `beforeunload` and acquired again if the page stays', async () => {
    const { held, locks } = browser()
    const lock = createTabLock(locks)
    expect(await lock.acquire('queue')).toBe(true)
    fire('beforeunload')
    await vi.advanceTimersByTimeAsync(0)
    expect([...held]).toEqual([])
    await vi.advanceTimersByTimeAsync(exitTimeoutMs)
    expect([...held]).toEqual(['queue'])
  })

  it('BY6 a lock that another page acquires while this one is leaving is reported as lost', async () => {
    const { held, locks } = browser()
    const lock = createTabLock(locks)
    const lost = vi.fn()
    lock.onLost(lost)
    await lock.acquire('queue')
    fire('pagehide')
    await vi.advanceTimersByTimeAsync(0)
    held.add('queue')
    fire('pageshow')
    await vi.advanceTimersByTimeAsync(2000)
    expect(lost).toHaveBeenCalledOnce()
  })
})
