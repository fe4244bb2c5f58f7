import { expect, it, vi } from 'vitest'
import { createPlayerClock } from '#player/index.ts'

it('L2 the clock keeps one snapshot between ticks, tells of changes only, and forgets who left', () => {
  const clock = createPlayerClock()
  const told = vi.fn()
  const leave = clock.subscribe(told)
  const before = clock.getSnapshot()
  expect(clock.getSnapshot()).toBe(before)
  clock.tick(1, 10)
  const after = clock.getSnapshot()
  expect(after).toEqual({ position: 1, duration: 10 })
  clock.tick(1, 10)
  expect(clock.getSnapshot()).toBe(after)
  expect(told).toHaveBeenCalledOnce()
  leave()
  clock.tick(2, 10)
  expect(told).toHaveBeenCalledOnce()
})
