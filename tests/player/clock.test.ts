import { expect, it, vi } from 'vitest'
import { createPlayerClock } from '#player/index.ts'

it('L2 clock ticks → one snapshot until the next change, and only changes notify subscribers', () => {
  const clock = createPlayerClock()
  const listener = vi.fn()
  const leave = clock.subscribe(listener)
  const before = clock.getSnapshot()
  expect(clock.getSnapshot()).toBe(before)
  clock.tick(1, 10)
  const after = clock.getSnapshot()
  expect(after).toEqual({ position: 1, duration: 10 })
  clock.tick(1, 10)
  expect(clock.getSnapshot()).toBe(after)
  expect(listener).toHaveBeenCalledOnce()
  leave()
  clock.tick(2, 10)
  expect(listener).toHaveBeenCalledOnce()
})
