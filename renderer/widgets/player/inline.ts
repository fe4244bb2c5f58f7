/** Choice of the page's picture in which the medium is shown inline. Pure geometry. */
import type { Mode, PlayerState } from '#player/index.ts'

export type Box = Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom'>

/** Minimum width and height of a provider's player in px; nothing may overlay it. */
const minPlayerSize = 200
/** Minimum visible share of a picture's area. */
const minVisibleShare = 0.5
/** Tolerance in px for rounding. */
const tolerance = 1

interface InlineConditions {
  mode: Mode
  /** The details of the maximised player are open. */
  open: boolean
  /** The queue is open; it needs space beside the picture. */
  queueOpen: boolean
  pip: boolean
  /** An output has, or is loading, something visible. */
  visual: boolean
}

/** Inline display is possible only while the player is docked. */
export const canShowInline = ({ mode, open, queueOpen, pip, visual }: InlineConditions): boolean =>
  visual && !pip && !queueOpen && !open && (mode === 'floating' || mode === 'regular')

/** True for a provider's player, in a frame or by script. */
export function isForeign(playing: PlayerState['playing']): boolean {
  if (playing === null || playing.output === 'image') return false
  const {
    output,
    stream: { type },
  } = playing
  return output !== 'hosted' || type === 'twitch' || type === 'tiktok'
}

/** Index of the picture that shows the medium, -1 for none: the first one visible between the bars. */
export function pictureAt(pictures: readonly Box[], view: Box, foreign: boolean): number {
  return pictures.findIndex((box) => {
    const [width, height] = [box.right - box.left, box.bottom - box.top]
    if (width <= 0 || height <= 0) return false
    if (foreign)
      return (
        Math.min(width, height) >= minPlayerSize &&
        box.left >= view.left - tolerance &&
        box.right <= view.right + tolerance &&
        box.top >= view.top - tolerance &&
        box.bottom <= view.bottom + tolerance
      )
    const across = Math.min(box.right, view.right) - Math.max(box.left, view.left)
    const down = Math.min(box.bottom, view.bottom) - Math.max(box.top, view.top)
    return across > 0 && down > 0 && across * down > minVisibleShare * width * height
  })
}
