/**
 * The crop of a picture, as pure geometry in pixels of the original, used by `Cropper` and the server. A crop has a fixed ratio, stays
 * within the picture and is never smaller than `minSize`.
 */
export interface Size {
  width: number
  height: number
}

export interface CropArea extends Size {
  x: number
  y: number
}

/** Constraints of a crop. `ratio` is width by height. */
export interface CropRules {
  image: Size
  ratio: number
  /** The minimum width; the minimum height follows from the ratio. */
  minSize: number
}

/** The dragged corner; the opposite one is fixed. */
export type Corner = 'nw' | 'ne' | 'sw' | 'se'
export const corners: readonly Corner[] = ['nw', 'ne', 'sw', 'se']

const clamp = (value: number, min: number, max: number): number => Math.min(Math.max(value, min), Math.max(min, max))

/** The maximum width of a crop in the given area. */
const maxWidth = (room: Size, ratio: number): number => Math.min(room.width, room.height * ratio)

/** The largest crop, centred. */
export function wholeCrop({ image, ratio }: CropRules): CropArea {
  const width = maxWidth(image, ratio)
  const height = width / ratio
  return { x: (image.width - width) / 2, y: (image.height - height) / 2, width, height }
}

/** Moved, clamped to the picture. */
export const movedCrop = (crop: CropArea, dx: number, dy: number, { image }: CropRules): CropArea => ({
  ...crop,
  x: clamp(crop.x + dx, 0, image.width - crop.width),
  y: clamp(crop.y + dy, 0, image.height - crop.height),
})

/** Centred at a point, clamped to the picture. */
export const centredCrop = (crop: CropArea, x: number, y: number, rules: CropRules): CropArea =>
  movedCrop({ ...crop, x: 0, y: 0 }, x - crop.width / 2, y - crop.height / 2, rules)

/** Resized by dragging a corner. The larger of the two distances determines the size, since the ratio is fixed. */
export function resizedCrop(crop: CropArea, corner: Corner, dx: number, dy: number, { image, ratio, minSize }: CropRules): CropArea {
  const atStart = corner.endsWith('w')
  const atTop = corner.startsWith('n')
  const across = { x: atStart ? crop.x + crop.width : crop.x, y: atTop ? crop.y + crop.height : crop.y }
  const room = { width: atStart ? across.x : image.width - across.x, height: atTop ? across.y : image.height - across.y }
  const byWidth = atStart ? -dx : dx
  const byHeight = (atTop ? -dy : dy) * ratio
  const grown = crop.width + (Math.abs(byWidth) >= Math.abs(byHeight) ? byWidth : byHeight)
  const max = maxWidth(room, ratio)
  const width = clamp(grown, Math.min(minSize, max), max)
  const height = width / ratio
  return { x: atStart ? across.x - width : across.x, y: atTop ? across.y - height : across.y, width, height }
}

/** Resized around its centre. */
export function scaledCrop(crop: CropArea, requestedWidth: number, rules: CropRules): CropArea {
  const width = clamp(requestedWidth, ...widths(rules))
  const sized = { x: 0, y: 0, width, height: width / rules.ratio }
  return centredCrop(sized, crop.x + crop.width / 2, crop.y + crop.height / 2, rules)
}

/** The minimum and maximum width of a crop of this picture. */
export function widths({ image, ratio, minSize }: CropRules): [min: number, max: number] {
  const max = maxWidth(image, ratio)
  return [Math.min(minSize, max), max]
}

/** The distance of an arrow key in pixels: a hundredth of the longer side, ten times that with Shift; null for other keys. */
export function keyWay(key: string, far: boolean, image: Size): { dx: number; dy: number } | null {
  const step = Math.max(1, Math.round(Math.max(image.width, image.height) / 100)) * (far ? 10 : 1)
  switch (key) {
    case 'ArrowLeft':
      return { dx: -step, dy: 0 }
    case 'ArrowRight':
      return { dx: step, dy: 0 }
    case 'ArrowUp':
      return { dx: 0, dy: -step }
    case 'ArrowDown':
      return { dx: 0, dy: step }
    default:
      return null
  }
}

/** Rounded to whole pixels within the picture, as the server requires. */
export function wholePixels(crop: CropArea, { image }: CropRules): CropArea {
  const width = Math.round(crop.width)
  const height = Math.round(crop.height)
  return { x: clamp(Math.round(crop.x), 0, image.width - width), y: clamp(Math.round(crop.y), 0, image.height - height), width, height }
}
