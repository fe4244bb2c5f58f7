import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { OutputEvent } from '#player/ports.ts'
import { createEvents } from '#player/outputs/events.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

it('L9 time events → at most four a second; the end also right after a tick', () => {
  const events = createEvents()
  const positions: number[] = []
  events.subscribe((event: OutputEvent) => void (event.type === 'time' && positions.push(event.position)))
  vi.advanceTimersByTime(1000)
  const emit = events.begin({
    loadId: 1,
    stream: { type: 'image', uri: '/a.png', href: '/a.png' },
    volume: 1,
    muted: false,
    autoplay: true,
  })
  const tick = (after: number, position: number) => {
    vi.advanceTimersByTime(after)
    emit({ type: 'time', position, duration: 8 })
  }
  tick(0, 7.5)
  tick(100, 7.6)
  tick(229, 7.8)
  tick(129, 7.9)
  tick(1, 8)
  tick(100, 8)
  expect(positions, 'the end once').toEqual([7.5, 7.8, 8])
  tick(130, 1)
  tick(5, 8)
  expect(positions, 'again at the position before').toEqual([7.5, 7.8, 8, 1, 8])
})
