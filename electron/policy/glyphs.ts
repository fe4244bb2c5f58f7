/** Pictures of the player's buttons, as masks for the task bar of Windows: drawn here, so that they need no files. */
import type { PlayerCommand } from './playback.ts'

/** Pixels. */
export const glyphSize = 32

type Shape = (x: number, y: number) => boolean

const bar =
  (from: number, to: number): Shape =>
  (x, y) =>
    x >= from && x < to && y >= 7 && y < 25

/** A triangle that points to the end, between two columns. */
const triangle =
  (from: number, to: number): Shape =>
  (x, y) =>
    x >= from && x < to && Math.abs(y + 0.5 - 16) <= ((to - x) / (to - from)) * 9

const mirrored =
  (shape: Shape): Shape =>
  (x, y) =>
    shape(glyphSize - 1 - x, y)

const either =
  (...shapes: Shape[]): Shape =>
  (x, y) =>
    shapes.some((shape) => shape(x, y))

const next = either(triangle(7, 21), bar(21, 25))

const shapes: Record<PlayerCommand, Shape> = {
  play: triangle(9, 25),
  pause: either(bar(9, 14), bar(18, 23)),
  next,
  previous: mirrored(next),
}

/** White on transparent, four bytes a pixel. Their order does not matter: all channels are the same. */
export function glyphPixels(command: PlayerCommand): Uint8Array {
  const pixels = new Uint8Array(glyphSize * glyphSize * 4)
  for (let y = 0; y < glyphSize; y++)
    for (let x = 0; x < glyphSize; x++) if (shapes[command](x, y)) pixels.fill(255, (y * glyphSize + x) * 4, (y * glyphSize + x + 1) * 4)
  return pixels
}
