/** Whether the medium is seen in a picture of the page, and in which: arithmetic only. */
import type { Mode, PlayerState } from '#player/index.ts'

export type Box = Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom'>

/** A provider's player is at least as wide and as high as this, in px, and nothing may lie over it. */
const least = 200
/** Of a picture's area: what is seen of less than this is better seen elsewhere. */
const enough = 0.5
/** Px by which a box may miss an edge through rounding. */
const slack = 1

interface Moment {
  mode: Mode
  /** The details of the maximised player are up. */
  open: boolean
  /** The queue is up, which needs a place beside the picture. */
  listed: boolean
  pip: boolean
  /** Something to be seen is in an output, or on its way into it. */
  visual: boolean
}

/** Only a docked player gives its picture to the page. */
export const mayBeInline = ({ mode, open, listed, pip, visual }: Moment): boolean =>
  visual && !pip && !listed && !open && (mode === 'floating' || mode === 'regular')

/** Whether it is a provider's own player that plays, in a frame or by a script. */
export function isForeign(playing: PlayerState['playing']): boolean {
  if (playing === null || playing.output === 'image') return false
  const {
    output,
    stream: { type },
  } = playing
  return output !== 'hosted' || type === 'twitch' || type === 'tiktok'
}

/** Which of these pictures it is seen in, -1 for none: the first that is on screen, between the bars. */
export function pictureAt(pictures: readonly Box[], view: Box, foreign: boolean): number {
  return pictures.findIndex((box) => {
    const [width, height] = [box.right - box.left, box.bottom - box.top]
    if (width <= 0 || height <= 0) return false
    if (foreign)
      return (
        Math.min(width, height) >= least &&
        box.left >= view.left - slack &&
        box.right <= view.right + slack &&
        box.top >= view.top - slack &&
        box.bottom <= view.bottom + slack
      )
    const across = Math.min(box.right, view.right) - Math.max(box.left, view.left)
    const down = Math.min(box.bottom, view.bottom) - Math.max(box.top, view.top)
    return across > 0 && down > 0 && across * down > enough * width * height
  })
}
