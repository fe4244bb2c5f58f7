import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { drawn, placeNext, rangeOf, scrollFor, scrollSpeed, seenAt } from '#ui/rows.ts'

const row = 60
const height = 400

describe('BY16 rendered rows', () => {
  it('BY16 a list of any length → all rows in view are rendered, and fewer than 40 rows in total', () => {
    fc.assert(
      fc.property(fc.nat(20_000), fc.nat(1_300_000), (count, scrolled) => {
        const scrollTop = Math.min(scrolled, Math.max(0, count * row - height))
        const { first, end } = rangeOf(scrollTop, height, row, count)
        expect(first).toBeLessThanOrEqual(Math.floor(scrollTop / row))
        expect(end).toBeGreaterThanOrEqual(Math.min(count, Math.ceil((scrollTop + height) / row)))
        expect(first).toBeGreaterThanOrEqual(0)
        expect(end).toBeLessThanOrEqual(count)
        expect(end - first).toBeLessThan(40)
      }),
    )
  })

  it('BY16 a row outside the range that has the focus is rendered once and in order; an index outside the list is ignored', () => {
    expect(drawn({ first: 10, end: 13 }, 100, [2, 11, 99])).toEqual([2, 10, 11, 12, 99])
    expect(drawn({ first: 0, end: 5 }, 3, [-1, 7])).toEqual([0, 1, 2])
  })

  it('BY16 scrolling by 30 rows → at most 22 different ranges', () => {
    const ranges = new Set(Array.from({ length: row * 30 }, (_, px) => JSON.stringify(rangeOf(60_000 + px, height, row, 5000))))
    expect(ranges.size).toBeLessThanOrEqual(22)
  })
})

describe('BY4 dragging a row', () => {
  it('BY4 while a row is dragged, all rows are displayed at the index they have after the drop', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), fc.nat(), fc.nat(), (count, a, b) => {
        const [from, to] = [a % count, b % count]
        const places = Array.from({ length: count }, (_, place) => place)
        const after = places.filter((place) => place !== from).toSpliced(to, 0, from)
        expect(places.map((place) => seenAt(place, from, to))).toEqual(places.map((place) => after.indexOf(place)))
      }),
    )
  })

  it('BY4 placeNext() returns the index at which the moved item directly follows the current item', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 20 }), fc.nat(), fc.nat(), (count, a, b) => {
        const [place, current] = [a % count, b % count]
        fc.pre(place !== current)
        const others = Array.from({ length: count }, (_, at) => at).filter((at) => at !== place)
        const after = others.toSpliced(placeNext(place, current), 0, place)
        expect(after.indexOf(place)).toBe(after.indexOf(current) + 1)
      }),
    )
  })

  it('BY4 a pointer near an edge scrolls the list, faster the closer it is; elsewhere the list does not scroll', () => {
    expect(scrollSpeed(300, 100, 500)).toBe(0)
    expect(scrollSpeed(110, 100, 500)).toBeLessThan(scrollSpeed(150, 100, 500))
    expect(scrollSpeed(150, 100, 500)).toBeLessThan(0)
    expect(scrollSpeed(495, 100, 500)).toBeGreaterThan(scrollSpeed(450, 100, 500))
    expect(scrollSpeed(5000, 100, 500)).toBe(scrollSpeed(500, 100, 500))
  })

  it('BY17 scrollFor() brings a row into view; for a row in view it keeps the scroll position', () => {
    fc.assert(
      fc.property(fc.nat(1000), fc.nat(60_000), (place, scrollTop) => {
        const to = scrollFor(place, row, scrollTop, height)
        expect(to).toBeLessThanOrEqual(place * row)
        expect(to + height).toBeGreaterThanOrEqual((place + 1) * row)
        expect(scrollFor(place, row, to, height)).toBe(to)
      }),
    )
  })
})
