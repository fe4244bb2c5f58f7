/**
 * Re-encodes uploaded pictures: decodes, rotates upright, crops, resizes and encodes, so that nothing but pixels of the upload is stored
 * (no location, no camera data, no appended bytes).
 */
import type { Sharp, SharpOptions } from 'sharp'
import { limits } from '#contract/index.ts'
import type { Crop, Resize } from '#contract/schemas/image.ts'
import { StrandError } from '#http/errors.ts'
import { refusals, type PictureKind } from './upload.ts'

/** Decompression bombs: 5 MB can decode to gigabytes, so the number of pixels is limited to that of a good camera. */
const options: SharpOptions = { limitInputPixels: 50_000_000, failOn: 'error' }
const seconds = 20

/** Longest side of stored pictures (pixels). */
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

/** Loads libvips with the first picture, to save its memory on servers without uploads. */
async function load(): Promise<(typeof import('sharp'))['default']> {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  // Only two decoders are needed; others have had more vulnerabilities.
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer'] })
  return sharp
}

let loading: ReturnType<typeof load> | undefined

async function open(bytes: Buffer): Promise<Sharp> {
  const sharp = await (loading ??= load())
  return sharp(bytes, options).timeout({ seconds }).autoOrient()
}

const middleSquare = (width: number, height: number): Area => {
  const side = Math.min(width, height)
  return { left: Math.floor((width - side) / 2), top: Math.floor((height - side) / 2), width: side, height: side }
}

/** The chosen crop of the upright picture, or the default one. Throws if it is outside the picture or too small. */
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

/** The area in the coordinates of the stored original, for later crops. */
const scaled = (area: Area, by: number): Area => ({
  left: Math.floor(area.left * by),
  top: Math.floor(area.top * by),
  width: Math.floor(area.width * by),
  height: Math.floor(area.height * by),
})

async function encode(picture: Sharp): Promise<Picture> {
  const { data, info } = await picture
    // JPEG has no transparency: use white.
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .jpeg({ quality: 84, progressive: true, mozjpeg: true })
    .toBuffer({ resolveWithObject: true })
  return { bytes: data, width: info.width, height: info.height }
}

const within = (picture: Sharp, side: number): Sharp => picture.resize(side, side, { fit: 'inside', withoutEnlargement: true })

/** A requested size may reduce a picture below the default, but not below the minimum, and never enlarge it. */
function sideOf(kind: PictureKind, resize: Resize | undefined): number {
  const requested = Math.round(Math.max(resize?.xDimen ?? 0, resize?.yDimen ?? 0))
  return requested === 0 ? sides[kind] : Math.min(sides[kind], Math.max(requested, limits.imageSize[kind][0]))
}

/**
 * A playlist's picture also has a small version and the original, for another crop later (C2). Throws the picture errors of the
 * documents.
 */
export type Made = { main: Picture; small?: Picture; original?: Picture; area: Area }

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
    // Any decoder error means a broken picture.
    throw refusals.broken()
  }
}
