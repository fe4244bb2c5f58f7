/**
 * Re-encodes uploaded pictures: decodes, rotates upright, crops, resizes and encodes as JPEG. So only pixels of the
 * upload are stored, no location, camera data or appended bytes.
 */
import type { Sharp, SharpOptions } from 'sharp'
import { limits } from '#contract/index.ts'
import type { Crop, Resize } from '#contract/schemas/image.ts'
import { StrandError } from '#http/errors.ts'
import { refusals, type PictureKind } from './upload.ts'

/** Limits the number of pixels, because a small file can decode to gigabytes (decompression bomb): 50 megapixels. */
const options: SharpOptions = { limitInputPixels: 50_000_000, failOn: 'error' }
/** Timeout of one operation (seconds). */
const seconds = 20

/** Maximum length of the longer side of stored pictures (pixels). */
const sides = { profile: 480, bead: 800, small: 300, post: 1600, original: 2400 } as const

export interface Picture {
  bytes: Buffer
  width: number
  height: number
}

export interface Area {
  left: number
  top: number
  width: number
  height: number
}

/** Loads sharp (libvips) when the first picture is processed, to save its memory on servers without uploads. */
async function load(): Promise<(typeof import('sharp'))['default']> {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  // Only the decoders of JPEG and PNG are needed; each further one adds attack surface.
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer'] })
  return sharp
}

let loading: ReturnType<typeof load> | undefined

/** A picture to process, rotated by its EXIF orientation. */
async function open(bytes: Buffer): Promise<Sharp> {
  const sharp = await (loading ??= load())
  return sharp(bytes, options).timeout({ seconds }).autoOrient()
}

const middleSquare = (width: number, height: number): Area => {
  const side = Math.min(width, height)
  return { left: Math.floor((width - side) / 2), top: Math.floor((height - side) / 2), width: side, height: side }
}

/**
 * The area of the upright picture to show: the requested crop or, without one, the whole picture of a post and the
 * middle square of others. Throws if it is outside the picture, not square where it must be, or too small.
 */
export function areaOf(kind: PictureKind, { width, height }: { width: number; height: number }, crop: Crop | undefined): Area {
  const [least, leastHeight] = limits.imageSize[kind]
  if (width < least || height < leastHeight) throw refusals.tooSmall(kind)
  if (crop === undefined) return kind === 'post' ? { left: 0, top: 0, width, height } : middleSquare(width, height)
  const area = {
    left: Math.round(crop.xCoord),
    top: Math.round(crop.yCoord),
    width: Math.round(crop.xDimen),
    height: Math.round(crop.yDimen),
  }
  const inside = area.left + area.width <= width && area.top + area.height <= height
  if (!inside || (kind !== 'post' && area.width !== area.height)) throw refusals.crop()
  if (area.width < least || area.height < leastHeight) throw refusals.tooSmall(kind)
  return area
}

/** Converts an area of the upload to the coordinates of the stored original, which may be smaller. */
const scaled = (area: Area, by: number): Area => ({
  left: Math.floor(area.left * by),
  top: Math.floor(area.top * by),
  width: Math.floor(area.width * by),
  height: Math.floor(area.height * by),
})

async function encode(picture: Sharp): Promise<Picture> {
  const { data, info } = await picture
    // JPEG has no transparency: fill with white.
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .jpeg({ quality: 84, progressive: true, mozjpeg: true })
    .toBuffer({ resolveWithObject: true })
  return { bytes: data, width: info.width, height: info.height }
}

/** Reduces a picture to fit into a square; never enlarges it. */
const within = (picture: Sharp, side: number): Sharp => picture.resize(side, side, { fit: 'inside', withoutEnlargement: true })

/** Maximum side of the result: the requested one between the minimum and the default of the kind, or the default. */
function sideOf(kind: PictureKind, resize: Resize | undefined): number {
  const requested = Math.round(Math.max(resize?.xDimen ?? 0, resize?.yDimen ?? 0))
  return requested === 0 ? sides[kind] : Math.min(sides[kind], Math.max(requested, limits.imageSize[kind][0]))
}

/**
 * The encoded variants of a picture. Only a playlist's has a small one, and the original, so that it can be cropped
 * again (C2). `area` is the visible area: of the upload or, for a playlist, of the stored original.
 */
export type Made = { main: Picture; small?: Picture; original?: Picture; area: Area }

/** Throws the errors of `Images`. */
export async function make(kind: PictureKind, bytes: Buffer, crop: Crop | undefined, resize: Resize | undefined): Promise<Made> {
  try {
    const { autoOrient: size } = await (await open(bytes)).metadata()
    const area = areaOf(kind, size, crop)
    const main = await encode(within((await open(bytes)).extract(area), sideOf(kind, resize)))
    if (kind !== 'bead') return { main, area }
    const original = await encode(within(await open(bytes), sides.original))
    return {
      main,
      small: await encode(within(await open(main.bytes), sides.small)),
      original,
      area: scaled(area, original.width / size.width),
    }
  } catch (error) {
    if (error instanceof StrandError) throw error
    // Any other error is from the decoder: the picture is broken, or exceeds its limits.
    throw refusals.broken()
  }
}
