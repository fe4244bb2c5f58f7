import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { eachInParallel, inParallel } from '#objects/store.ts'

describe('inParallel', () => {
  /** Work, and how much of it runs. @param failing the item whose work fails */
  function createWork(failing: number) {
    const state = { running: 0, started: 0, most: 0 }
    async function work(item: number): Promise<number> {
      state.started += 1
      state.running += 1
      state.most = Math.max(state.most, state.running)
      await sleep(item === failing ? 1 : 20)
      state.running -= 1
      if (item === failing) throw new Error(`item ${item}`)
      return item
    }
    return { state, work }
  }
  const numbers = Array.from({ length: 20 }, (_, n) => n)

  it('BY26 runs at most as many as it may, and yields in order', async () => {
    const { state, work } = createWork(-1)
    const found: number[] = []
    for await (const item of inParallel(numbers, 5, work)) found.push(item)
    expect(found).toEqual(numbers)
    expect(state).toEqual({ running: 0, started: 20, most: 5 })
  })

  it('BY26 fails, or is left, only when nothing runs any longer', async () => {
    const { state, work } = createWork(3)
    await expect(eachInParallel(numbers, 5, work)).rejects.toThrow('item 3')
    expect(state.running).toBe(0)
    expect(state.started).toBeLessThan(20)
    const left = createWork(-1)
    for await (const item of inParallel(numbers, 5, left.work)) if (item === 2) break
    expect(left.state.running).toBe(0)
  })
})
