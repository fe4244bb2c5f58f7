import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stepsTo } from '#ui/scroll.ts'

describe('scroll animation', () => {
  it.each([
    [0, 0, []],
    [0, 100, [100]],
    [0, 240, [120, 240]],
    [500, 350, [470, 350]],
    [0, 130, [10, 130]],
  ])('R22 from %d to %d', (from, to, places) => {
    expect(stepsTo(from, to)).toEqual(places)
  })

  it('R22 however far, it is at most 10 steps of 120 pixels, and it arrives', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000 }), fc.integer({ min: 0, max: 100_000 }), (from, to) => {
        const places = stepsTo(from, to)
        expect(places.length).toBeLessThanOrEqual(10)
        expect(places.at(-1) ?? from).toBe(to)
        for (const [n, place] of places.entries()) if (n > 0) expect(Math.abs(place - places[n - 1]!)).toBeLessThanOrEqual(120)
        // What is nearer than ten steps is not jumped over.
        if (Math.abs(to - from) <= 1200 && places.length > 0) expect(Math.abs(places[0]! - from)).toBeLessThanOrEqual(120)
      }),
    )
  })
})
