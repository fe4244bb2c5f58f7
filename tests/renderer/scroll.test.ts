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
  ])('R22 scrolling from %d to %d → one position per frame, the target last', (from, to, places) => {
    expect(stepsTo(from, to)).toEqual(places)
  })

  it('R22 any distance → at most 10 positions, at most 120 pixels apart, the target last', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000 }), fc.integer({ min: 0, max: 100_000 }), (from, to) => {
        const places = stepsTo(from, to)
        expect(places.length).toBeLessThanOrEqual(10)
        expect(places.at(-1) ?? from).toBe(to)
        for (const [n, place] of places.entries()) if (n > 0) expect(Math.abs(place - places[n - 1]!)).toBeLessThanOrEqual(120)
        // Distances of up to 10 × 120 pixels have no initial jump.
        if (Math.abs(to - from) <= 1200 && places.length > 0) expect(Math.abs(places[0]! - from)).toBeLessThanOrEqual(120)
      }),
    )
  })
})
