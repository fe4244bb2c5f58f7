import { describe, expect, it } from 'vitest'
import { isAtEdge, swipeOf } from '#ui/swipe.ts'

const at = (x: number, y: number) => ({ x, y })

describe('swipes', () => {
  it('R24 a move of at least 100 pixels to the right → forward, to the left → back; a shorter move → no swipe', () => {
    expect(swipeOf(at(10, 10), at(109, 10), false)).toBeNull()
    expect(swipeOf(at(10, 10), at(110, 10), false)).toBe('forward')
    expect(swipeOf(at(210, 10), at(110, 10), false)).toBe('back')
  })
  it('R24 BY22 in a right-to-left layout a move to the right → back, to the left → forward', () => {
    expect(swipeOf(at(10, 10), at(110, 10), true)).toBe('back')
    expect(swipeOf(at(210, 10), at(110, 10), true)).toBe('forward')
  })
  it("R24 within 24 pixels of a side → the system's Back; from there on → a swipe", () => {
    expect([0, 23, 24, 200, 366, 367, 390].map((x) => isAtEdge(x, 390))).toEqual([true, true, false, false, false, true, true])
  })
  it('R24 a move whose vertical distance exceeds half of the horizontal one is no swipe', () => {
    expect(swipeOf(at(0, 0), at(150, 80), false)).toBeNull()
    expect(swipeOf(at(0, 0), at(150, 70), false)).toBe('forward')
    expect(swipeOf(at(0, 0), at(20, 400), false)).toBeNull()
  })
})
