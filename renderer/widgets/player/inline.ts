/** Decides over which picture of the page the medium is shown ("inline") instead of in the player. Pure. */
import type { Mode, PlayerState } from '#player/index.ts'

export type Box = Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom'>

/** Minimum width and height in px that providers require for their player. */
const minPlayerSize = 200
/** Minimum visible share of a picture's area, for other media. */
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

/**
 * Whether inline display is possible: the player is reduced to its bar, and the medium is visible and not in
 * picture-in-picture.
 */
export const canShowInline = ({ mode, open, queueOpen, pip, visual }: InlineConditions): boolean =>
  visual && !pip && !queueOpen && !open && (mode === 'floating' || mode === 'regular')

/** True if a provider's own player shows the medium: its terms forbid overlays and small sizes. */
export function isProviderPlayer(playing: PlayerState['playing']): boolean {
  if (playing === null || playing.output === 'image') return false
  const {
    output,
    stream: { type },
  } = playing
  return output !== 'hosted' || type === 'twitch' || type === 'tiktok'
}

/**
 * Index of the picture that shows the medium, -1 for none: the first one that is visible in `view`, the area between
 * the bars. A provider's player (`foreign`) must fit completely.
 */
export function pictureAt(pictures: readonly Box[], view: Box, isProviderPlayer: boolean): number {
  return pictures.findIndex((box) => {
    const [width, height] = [box.right - box.left, box.bottom - box.top]
    if (width <= 0 || height <= 0) return false
    if (isProviderPlayer)
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
