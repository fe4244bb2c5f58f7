/** Reads a file as a picture for display, cropping and upload, or returns the reason why it cannot be used (P5, B5). */
import { limits } from '#contract/limits.ts'
import { messages } from '#contract/messages.ts'
import type { Size } from '#ui/crop.ts'
import { readSize } from './address.ts'

/** MIME types of pictures that can be uploaded. */
export const pictureTypes = ['image/jpeg', 'image/png']
/** Magic bytes of JPEG and PNG. */
const signatures = [
  [0xff, 0xd8, 0xff],
  [0x89, 0x50, 0x4e, 0x47],
]

export interface Picture {
  /** `data:` URL, also used for the upload. */
  src: string
  /** Size with EXIF orientation applied. */
  size: Size
}

export interface PictureRules {
  /** Minimum width and height in pixels. */
  minSize: readonly [number, number]
  /** Messages. */
  tooLarge: string
  tooSmall: string
}

const dataOf = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result as string)
    reader.onerror = () => reject(reader.error ?? new Error('The file could not be read'))
    reader.readAsDataURL(file)
  })

/** Checks the content, as the server does: file names are unreliable. */
async function isPicture(file: File): Promise<boolean> {
  const bytes = new Uint8Array(await file.slice(0, 4).arrayBuffer())
  return signatures.some((signature) => signature.every((byte, n) => bytes[n] === byte))
}

export async function readPicture(
  file: File | null,
  { minSize, tooLarge, tooSmall }: PictureRules,
): Promise<{ picture: Picture; problem?: undefined } | { picture?: undefined; problem: string }> {
  if (file === null || file.size === 0) return { problem: messages.imageMissing }
  try {
    if (!(await isPicture(file))) return { problem: messages.imageType }
    if (file.size > limits.image.bytes) return { problem: tooLarge }
    const src = await dataOf(file)
    const { size, problem } = await readSize(src, minSize, tooSmall)
    if (size) return { picture: { src, size } }
    // The header is valid but the content is not.
    return { problem: problem === tooSmall ? tooSmall : messages.imageType }
  } catch {
    return { problem: messages.imageType }
  }
}
