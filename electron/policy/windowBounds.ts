/** Where a window is placed. Sizes and positions are in device-independent pixels. */

export interface Rectangle {
  x: number
  y: number
  width: number
  height: number
}

export interface Size {
  width: number
  height: number
}

export const minWindowSize: Size = { width: 480, height: 400 }
export const defaultWindowSize: Size = { width: 1280, height: 800 }

/** A window counts as visible if this much of its upper edge is on a display, so that its title bar can be dragged. */
const minVisible: Size = { width: 120, height: 20 }
const titleBarHeight = 32

const clamp = (value: number, min: number, max: number): number => Math.min(Math.max(value, min), Math.max(min, max))

const overlap = (a: Rectangle, b: Rectangle): Size => ({
  width: Math.max(0, Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)),
  height: Math.max(0, Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)),
})

const area = ({ width, height }: Size): number => width * height

const isReachable = (bounds: Rectangle, workAreas: readonly Rectangle[]): boolean =>
  workAreas.some((workArea) => {
    const seen = overlap({ ...bounds, height: titleBarHeight }, workArea)
    return seen.width >= Math.min(minVisible.width, bounds.width) && seen.height >= minVisible.height
  })

/** The display that shows most of a rectangle; the first one if none shows any. */
export function displayOf(bounds: Rectangle, workAreas: readonly Rectangle[]): Rectangle | null {
  const [first, ...others] = workAreas
  if (first === undefined) return null
  return others.reduce((best, next) => (area(overlap(bounds, next)) > area(overlap(bounds, best)) ? next : best), first)
}

/** Moves and shrinks a rectangle so that it is on one display as a whole. */
export function fitInto(bounds: Rectangle, workArea: Rectangle, min: Size = { width: 0, height: 0 }): Rectangle {
  const width = clamp(bounds.width, Math.min(min.width, workArea.width), workArea.width)
  const height = clamp(bounds.height, Math.min(min.height, workArea.height), workArea.height)
  return {
    x: clamp(bounds.x, workArea.x, workArea.x + workArea.width - width),
    y: clamp(bounds.y, workArea.y, workArea.y + workArea.height - height),
    width,
    height,
  }
}

function centred(size: Size, workArea: Rectangle): Rectangle {
  const { width, height } = fitInto({ ...workArea, ...size }, workArea)
  return {
    x: workArea.x + Math.floor((workArea.width - width) / 2),
    y: workArea.y + Math.floor((workArea.height - height) / 2),
    width,
    height,
  }
}

const isRectangle = (value: unknown): value is Rectangle =>
  typeof value === 'object' &&
  value !== null &&
  (['x', 'y', 'width', 'height'] as const).every((key) => Number.isInteger((value as Partial<Rectangle>)[key])) &&
  Object.values(value).every((number) => typeof number !== 'number' || Math.abs(number) <= 100_000)

export interface WindowState {
  bounds: Rectangle
  isMaximized: boolean
}

/**
 * The bounds for a new window. Stored bounds are used where they are visible, and fitted into a display otherwise: it may have
 * been disconnected. @param stored the content of a file @param workAreas displays without task bars, the primary one first
 */
export function restoreWindow(stored: unknown, workAreas: readonly Rectangle[]): WindowState {
  const primary = workAreas[0] ?? { x: 0, y: 0, ...defaultWindowSize }
  const state = typeof stored === 'object' && stored !== null ? (stored as Partial<WindowState>) : {}
  const isMaximized = state.isMaximized === true
  if (!isRectangle(state.bounds)) return { bounds: centred(defaultWindowSize, primary), isMaximized }
  const { x, y, width, height } = state.bounds
  const sized = { x, y, width: Math.max(width, minWindowSize.width), height: Math.max(height, minWindowSize.height) }
  const display = displayOf(sized, workAreas) ?? primary
  const bounds = { x, y, width: Math.min(sized.width, display.width), height: Math.min(sized.height, display.height) }
  return { bounds: isReachable(bounds, workAreas) ? bounds : fitInto(bounds, display, minWindowSize), isMaximized }
}
