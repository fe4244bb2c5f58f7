import { describe, expect, it } from 'vitest'
import { isProviderPlayer, canShowInline, pictureAt } from '#widgets/player/inline.ts'
import type { OutputId } from '#player/index.ts'
import type { Stream } from '#contract/index.ts'

const box = (left: number, top: number, width: number, height: number) => ({ left, top, right: left + width, bottom: top + height })
/** The viewport between a top bar of 56 px and a bottom bar of 72 px. */
const view = box(0, 56, 1280, 672)

describe('the player in a picture of the page (D14)', () => {
  it('D14 the player is shown in the first visible picture, or in none if no picture is visible', () => {
    const [above, here, further] = [box(40, -900, 285, 160), box(40, 100, 285, 160), box(40, 400, 285, 160)]
    expect(pictureAt([above, here, further], view, false)).toBe(1)
    expect(pictureAt([further, here], view, false)).toBe(0)
    expect(pictureAt([above], view, false)).toBe(-1)
    expect(pictureAt([], view, false)).toBe(-1)
  })
  it('D14 a picture of which half or less is visible between the bars does not show the player', () => {
    expect(pictureAt([box(40, 56 - 79, 285, 160)], view, false)).toBe(0)
    expect(pictureAt([box(40, 56 - 80, 285, 160)], view, false)).toBe(-1)
    expect(pictureAt([box(40, 728 - 81, 285, 160)], view, false)).toBe(0)
    expect(pictureAt([box(40, 728 - 80, 285, 160)], view, false)).toBe(-1)
    expect(pictureAt([box(-142, 100, 285, 160)], view, false)).toBe(0)
    expect(pictureAt([box(-143, 100, 285, 160)], view, false)).toBe(-1)
  })
  it('D14 a picture without a layout size does not show the player', () => {
    expect(pictureAt([box(0, 100, 0, 0)], view, false)).toBe(-1)
    expect(pictureAt([box(0, 100, 0, 0)], view, true)).toBe(-1)
  })
  it("D14 L1 a picture smaller than 200 by 200 px does not show a provider's player", () => {
    expect(pictureAt([box(40, 100, 200, 200)], view, true)).toBe(0)
    expect(pictureAt([box(40, 100, 285, 199)], view, true)).toBe(-1)
    expect(pictureAt([box(40, 100, 199, 285)], view, true)).toBe(-1)
    expect(pictureAt([box(40, 100, 285, 199), box(40, 300, 640, 360)], view, true)).toBe(1)
  })
  it("D14 L1 a picture partly under a bar or off screen does not show a provider's player", () => {
    expect(pictureAt([box(40, 56, 640, 360)], view, true)).toBe(0)
    expect(pictureAt([box(40, 54, 640, 360)], view, true)).toBe(-1)
    expect(pictureAt([box(40, 368, 640, 360)], view, true)).toBe(0)
    expect(pictureAt([box(40, 370, 640, 360)], view, true)).toBe(-1)
    expect(pictureAt([box(642, 100, 640, 360)], view, true)).toBe(-1)
  })

  const docked = { mode: 'floating', open: false, queueOpen: false, pip: false, visual: true } as const
  it('D14 L1 only a docked player with visible media can be shown in a picture of the page', () => {
    expect(canShowInline(docked)).toBe(true)
    // Without room for a floating player.
    expect(canShowInline({ ...docked, mode: 'regular' })).toBe(true)
    expect(canShowInline({ ...docked, mode: 'regular', open: true })).toBe(false)
    expect(canShowInline({ ...docked, mode: 'fullscreen' })).toBe(false)
    expect(canShowInline({ ...docked, mode: 'hidden' })).toBe(false)
    expect(canShowInline({ ...docked, queueOpen: true })).toBe(false)
    expect(canShowInline({ ...docked, pip: true })).toBe(false)
    expect(canShowInline({ ...docked, visual: false })).toBe(false)
  })

  const playing = (output: OutputId, type: Stream['type']) => ({
    loadId: 1,
    output,
    stream: { type, uri: 'a', href: 'https://example.org/a' },
  })
  it("D14 a provider's player is foreign; our own outputs are not", () => {
    expect(isProviderPlayer(playing('youtube', 'youtube'))).toBe(true)
    expect(isProviderPlayer(playing('hosted', 'twitch'))).toBe(true)
    expect(isProviderPlayer(playing('hosted', 'tiktok'))).toBe(true)
    expect(isProviderPlayer(playing('hosted', 'file'))).toBe(false)
    expect(isProviderPlayer(playing('image', 'image'))).toBe(false)
    expect(isProviderPlayer(null)).toBe(false)
  })
})
