/** The always-on-top mini player (BY19): the same window, made small, so that the frame of a provider is not moved and reloaded. */
import { displayOf, fitInto, type Rectangle, type Size } from './windowBounds.ts'

/** YouTube requires a player of at least 200 × 200 (Required Minimum Functionality). Below it is the player bar. The page is not zoomed. */
export const minPicture: Size = { width: 200, height: 200 }
export const miniBarHeight = 72
export const minMiniSize: Size = { width: 280, height: minPicture.height + miniBarHeight }
export const maxMiniSize: Size = { width: 640, height: 480 + miniBarHeight }
export const defaultMiniSize: Size = { width: 360, height: 203 + miniBarHeight }

/** Distance from the edges of the display. */
const margin = 16

/**
 * The bounds of the mini player: those it had, fitted into a display, otherwise the lower right corner of the display that shows the window.
 * @param stored null if it is shown for the first time @param frame height of the title bar and borders around the page
 */
export function miniBounds(
  stored: Rectangle | null,
  window: Rectangle,
  workAreas: readonly Rectangle[],
  frame: Size = { width: 0, height: 0 },
): Rectangle {
  const min = { width: minMiniSize.width + frame.width, height: minMiniSize.height + frame.height }
  const max = { width: maxMiniSize.width + frame.width, height: maxMiniSize.height + frame.height }
  const display = displayOf(stored ?? window, workAreas) ?? window
  if (stored) {
    const width = Math.min(Math.max(stored.width, min.width), max.width)
    const height = Math.min(Math.max(stored.height, min.height), max.height)
    return fitInto({ ...stored, width, height }, display, min)
  }
  const width = Math.max(defaultMiniSize.width + frame.width, min.width)
  const height = Math.max(defaultMiniSize.height + frame.height, min.height)
  const corner = { x: display.x + display.width - width - margin, y: display.y + display.height - height - margin, width, height }
  return fitInto(corner, display, min)
}
