import { describe, expect, it } from 'vitest'
import {
  centredCrop,
  corners,
  keyWay,
  movedCrop,
  resizedCrop,
  scaledCrop,
  wholeCrop,
  wholePixels,
  widths,
  type CropArea,
  type CropRules,
} from '#ui/crop.ts'

const square: CropRules = { image: { width: 800, height: 600 }, ratio: 1, minSize: 200 }
const wide: CropRules = { image: { width: 900, height: 900 }, ratio: 1.5, minSize: 300 }
const at = (x: number, y: number, width: number, height = width): CropArea => ({ x, y, width, height })

/** The invariants of every crop: ratio, minimum size and image bounds. */
function expectSound(crop: CropArea, { image, ratio, minSize }: CropRules) {
  expect(crop.width / crop.height).toBeCloseTo(ratio, 6)
  expect(crop.width).toBeGreaterThanOrEqual(Math.min(minSize, image.width, image.height * ratio) - 1e-6)
  expect(Math.min(crop.x, crop.y)).toBeGreaterThanOrEqual(-1e-6)
  expect(crop.x + crop.width).toBeLessThanOrEqual(image.width + 1e-6)
  expect(crop.y + crop.height).toBeLessThanOrEqual(image.height + 1e-6)
}

describe('P5 the crop of a picture', () => {
  it('P5 the initial crop is the largest possible one, centred', () => {
    expect(wholeCrop(square)).toEqual(at(100, 0, 600))
    expect(wholeCrop({ ...square, image: { width: 200, height: 500 } })).toEqual(at(0, 150, 200))
    expect(wholeCrop(wide)).toEqual(at(0, 150, 900, 600))
  })

  it('P5 a moved or centred crop stops at the edges of the picture', () => {
    expect(movedCrop(at(100, 0, 300), 50, 20, square)).toEqual(at(150, 20, 300))
    expect(movedCrop(at(100, 0, 300), -500, -1, square)).toEqual(at(0, 0, 300))
    expect(movedCrop(at(100, 0, 300), 5000, 5000, square)).toEqual(at(500, 300, 300))
    expect(centredCrop(at(0, 0, 200), 400, 300, square)).toEqual(at(300, 200, 200))
    expect(centredCrop(at(0, 0, 200), 0, 600, square)).toEqual(at(0, 400, 200))
  })

  it('P5 resizing by a corner keeps the opposite corner in place', () => {
    expect(resizedCrop(at(200, 100, 300), 'se', 50, 10, square)).toEqual(at(200, 100, 350))
    expect(resizedCrop(at(200, 100, 300), 'nw', -50, 0, square)).toEqual(at(150, 50, 350))
    expect(resizedCrop(at(200, 100, 300), 'ne', 0, 40, square)).toEqual(at(200, 140, 260))
    expect(resizedCrop(at(200, 100, 300), 'sw', 60, 0, square)).toEqual(at(260, 100, 240))
    expect(resizedCrop(at(0, 0, 450, 300), 'se', 0, 100, wide)).toEqual(at(0, 0, 600, 400))
  })

  it('P5 resizing stops at 200 by 200 px and at the edges of the picture', () => {
    expect(resizedCrop(at(200, 100, 300), 'se', -290, 0, square)).toEqual(at(200, 100, 200))
    expect(resizedCrop(at(200, 100, 300), 'nw', 290, 290, square)).toEqual(at(300, 200, 200))
    expect(resizedCrop(at(200, 100, 300), 'se', 9000, 0, square)).toEqual(at(200, 100, 500))
    expect(resizedCrop(at(200, 100, 300), 'nw', 0, -9000, square)).toEqual(at(100, 0, 400))
  })

  it('P5 a picture smaller than the minimum crop → the largest possible crop, which cannot be resized', () => {
    const small: CropRules = { image: { width: 120, height: 90 }, ratio: 1, minSize: 200 }
    expect(widths(small)).toEqual([90, 90])
    expect(resizedCrop(wholeCrop(small), 'se', -50, 0, small).width).toBe(90)
    expectSound(scaledCrop(wholeCrop(small), 10, small), small)
  })

  it('P5 a scaled crop keeps its centre; one that would leave the picture is moved inside', () => {
    expect(widths(square)).toEqual([200, 600])
    expect(scaledCrop(at(200, 100, 300), 200, square)).toEqual(at(250, 150, 200))
    expect(scaledCrop(at(0, 0, 200), 400, square)).toEqual(at(0, 0, 400))
    expect(scaledCrop(at(500, 300, 300), 9999, square)).toEqual(at(200, 0, 600))
  })

  it('P5 an arrow key moves the crop by a hundredth of the picture (at least 1 px), with Shift by a tenth', () => {
    expect(keyWay('ArrowLeft', false, square.image)).toEqual({ dx: -8, dy: 0 })
    expect(keyWay('ArrowDown', true, square.image)).toEqual({ dx: 0, dy: 80 })
    expect(keyWay('ArrowUp', false, { width: 20, height: 30 })).toEqual({ dx: 0, dy: -1 })
    expect(keyWay('Enter', false, square.image)).toBeNull()
  })

  it('P5 a crop is rounded to whole pixels within the picture', () => {
    expect(wholePixels(at(100.4, 0.5, 299.5), square)).toEqual(at(100, 1, 300))
    expect(wholePixels(at(0.4, 0.6, 599.6), { ...square, image: { width: 600, height: 600 } })).toEqual(at(0, 0, 600))
  })

  it('P5 random moves, resizes and scalings keep the ratio, the minimum size and the bounds', () => {
    let seed = 7
    const random = (max: number) => (seed = (seed * 1103515245 + 12345) % 2 ** 31) % max
    for (const rules of [square, wide, { image: { width: 211, height: 4000 }, ratio: 1, minSize: 200 }]) {
      let crop = wholeCrop(rules)
      for (let n = 0; n < 2000; n += 1) {
        const [dx, dy] = [random(1600) - 800, random(1600) - 800]
        crop = [
          () => movedCrop(crop, dx, dy, rules),
          () => resizedCrop(crop, corners[random(4)]!, dx, dy, rules),
          () => scaledCrop(crop, random(1000), rules),
          () => centredCrop(crop, random(900), random(900), rules),
        ][random(4)]!()
        expectSound(crop, rules)
        const { x, y, width, height } = wholePixels(crop, rules)
        expect([x, y, width, height].every((value) => Number.isInteger(value) && value >= 0)).toBe(true)
        expect(x + width <= rules.image.width && y + height <= rules.image.height).toBe(true)
      }
    }
  })
})
