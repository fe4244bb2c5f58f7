import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defaultMiniSize, maxMiniSize, miniBarHeight, miniBounds, minMiniSize, minPicture } from '../../electron/policy/miniPlayer.ts'
import { defaultWindowSize, fitInto, minWindowSize, restoreWindow, type Rectangle } from '../../electron/policy/windowBounds.ts'
import { fuzzRuns } from '../support/fuzz.ts'

const screen: Rectangle = { x: 0, y: 25, width: 1920, height: 1055 }
const second: Rectangle = { x: 1920, y: 0, width: 1280, height: 1024 }

const rectangles = fc.record({
  x: fc.integer({ min: -5000, max: 5000 }),
  y: fc.integer({ min: -5000, max: 5000 }),
  width: fc.integer({ min: 1, max: 5000 }),
  height: fc.integer({ min: 1, max: 5000 }),
})
const displays = fc.array(
  fc.record({
    x: fc.integer({ min: -4000, max: 4000 }),
    y: fc.integer({ min: -4000, max: 4000 }),
    width: fc.integer({ min: 800, max: 4000 }),
    height: fc.integer({ min: 600, max: 4000 }),
  }),
  { minLength: 1, maxLength: 4 },
)

const isWithin = (inner: Rectangle, outer: Rectangle) =>
  inner.x >= outer.x &&
  inner.y >= outer.y &&
  inner.x + inner.width <= outer.x + outer.width &&
  inner.y + inner.height <= outer.y + outer.height

const overlaps = (a: Rectangle, b: Rectangle) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

describe('the window', () => {
  it('BY19 nothing stored → the default size in the middle of the primary display', () => {
    expect(restoreWindow(undefined, [screen, second])).toEqual({ bounds: { x: 320, y: 152, ...defaultWindowSize }, isMaximized: false })
  })

  it('BY19 stored bounds on a display → unchanged, also if a part is off it', () => {
    const bounds = { x: 2000, y: 100, width: 800, height: 600 }
    expect(restoreWindow({ bounds, isMaximized: true }, [screen, second])).toEqual({ bounds, isMaximized: true })
    const partly = { x: 1700, y: 500, width: 800, height: 600 }
    expect(restoreWindow({ bounds: partly }, [screen]).bounds).toEqual(partly)
  })

  it('BY19 bounds on a display that was disconnected → moved onto one that exists', () => {
    const { bounds } = restoreWindow({ bounds: { x: 2000, y: 100, width: 800, height: 600 } }, [screen])
    expect(isWithin(bounds, screen)).toBe(true)
    expect([bounds.width, bounds.height]).toEqual([800, 600])
  })

  it('BY19 a title bar above all displays → moved, so that it can be dragged', () => {
    const { bounds } = restoreWindow({ bounds: { x: 100, y: -700, width: 800, height: 800 } }, [screen])
    expect(isWithin(bounds, screen)).toBe(true)
  })

  it('BY19 a window larger than its display → as large as the display', () => {
    expect(restoreWindow({ bounds: { x: 0, y: 25, width: 4000, height: 3000 } }, [screen]).bounds).toEqual(screen)
  })

  it.each([
    null,
    'x',
    { bounds: null },
    { bounds: { x: 0, y: 0, width: 'wide', height: 1 } },
    { bounds: { x: NaN, y: 0, width: 800, height: 600 } },
    { bounds: { x: 1e9, y: 0, width: 800, height: 600 } },
  ])('BY19 the stored value %j → the default', (stored) => expect(restoreWindow(stored, [screen]).bounds).toMatchObject(defaultWindowSize))

  it('BY19 without displays → a size that can be used', () => expect(restoreWindow(undefined, []).bounds).toMatchObject(defaultWindowSize))

  it('BY19 any bounds and displays → visible on one, not larger than it and not too small', () => {
    fc.assert(
      fc.property(fc.option(rectangles), displays, (bounds, areas) => {
        const { bounds: result } = restoreWindow(bounds && { bounds }, areas)
        expect(areas.some((area) => overlaps(result, area))).toBe(true)
        expect(areas.some((area) => result.width <= area.width && result.height <= area.height)).toBe(true)
        expect(result.width).toBeGreaterThanOrEqual(minWindowSize.width)
        expect(result.height).toBeGreaterThanOrEqual(minWindowSize.height)
      }),
      { numRuns: fuzzRuns(2000) },
    )
  })

  it('BY19 any rectangle fitted into a display → within it', () => {
    fc.assert(fc.property(rectangles, displays, (bounds, [area]) => void expect(isWithin(fitInto(bounds, area!), area!)).toBe(true)))
  })
})

describe('the mini player', () => {
  const window = { x: 100, y: 100, width: 1280, height: 800 }

  it('BY19 the first time → the lower corner of the display that shows the window', () => {
    const bounds = miniBounds(null, window, [screen, second])
    expect(bounds).toEqual({ x: 1920 - 360 - 16, y: 1080 - defaultMiniSize.height - 16, ...defaultMiniSize })
    expect(isWithin(miniBounds(null, { ...window, x: 2000 }, [screen, second]), second)).toBe(true)
  })

  it('BY19 its default and its minimum have room for a picture of 200 × 200 above the player bar', () => {
    for (const size of [defaultMiniSize, minMiniSize]) {
      expect(size.width).toBeGreaterThanOrEqual(minPicture.width)
      expect(size.height - miniBarHeight).toBeGreaterThanOrEqual(minPicture.height)
    }
    expect(minPicture).toEqual({ width: 200, height: 200 })
  })

  it('BY19 any bounds, displays and borders → on a display, with room for the picture', () => {
    const frames = fc.record({ width: fc.integer({ min: 0, max: 20 }), height: fc.integer({ min: 0, max: 60 }) })
    fc.assert(
      fc.property(fc.option(rectangles), rectangles, displays, frames, (stored, around, areas, frame) => {
        const bounds = miniBounds(stored, around, areas, frame)
        expect(areas.some((area) => isWithin(bounds, area))).toBe(true)
        expect(bounds.width - frame.width).toBeGreaterThanOrEqual(minPicture.width)
        expect(bounds.height - frame.height - miniBarHeight).toBeGreaterThanOrEqual(minPicture.height)
        expect(bounds.width).toBeLessThanOrEqual(maxMiniSize.width + frame.width)
      }),
      { numRuns: fuzzRuns(2000) },
    )
  })
})
