/** Decodes and validates pictures in request bodies, and defines the errors of pictures. */
import { limits, messages } from '#contract/index.ts'
import { StrandError } from '#http/errors.ts'

export type PictureKind = 'profile' | 'bead' | 'post'

/** The specification prescribes different messages for profiles and posts (A5, B5). */
const texts: Record<PictureKind, { tooLarge: string; tooSmall: string }> = {
  profile: { tooLarge: messages.profileImageTooLarge, tooSmall: messages.profileImageTooSmall },
  bead: { tooLarge: messages.profileImageTooLarge, tooSmall: messages.profileImageTooSmall },
  post: { tooLarge: messages.postImageTooLarge, tooSmall: messages.postImageTooSmall },
}

const refused = (code: 'invalid' | 'too_large' | 'unsupported_type', message: string, field = 'image'): StrandError =>
  new StrandError(code, message, { [field]: message })

/** The errors of pictures. */
export const refusals = {
  missing: (): StrandError => refused('invalid', messages.imageMissing),
  type: (): StrandError => refused('unsupported_type', messages.imageType),
  broken: (): StrandError => refused('invalid', messages.imageBroken),
  gone: (): StrandError => refused('invalid', messages.imageGone, 'imageSrc'),
  crop: (): StrandError => refused('invalid', messages.cropInvalid, 'crop'),
  tooLarge: (kind: PictureKind): StrandError => refused('too_large', texts[kind].tooLarge),
  tooSmall: (kind: PictureKind): StrandError => refused('invalid', texts[kind].tooSmall),
}

const jpeg = Buffer.from([0xff, 0xd8, 0xff])
const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** Whether the first bytes are those of a JPEG or PNG file. File names and types of data URLs are not trusted. */
export const isPicture = (bytes: Buffer): boolean => [jpeg, png].some((mark) => bytes.subarray(0, mark.length).equals(mark))

/**
 * Decodes a picture in base64 or a data URL. Throws a `refusals` error; a too large picture is refused before decoding.
 */
export function bytesOf(image: string, kind: PictureKind): Buffer {
  const text = (image.startsWith('data:') ? image.slice(image.indexOf(',') + 1) : image).trim()
  if (text === '') throw refusals.missing()
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  if (Math.floor((text.length * 3) / 4) - padding > limits.image.bytes) throw refusals.tooLarge(kind)
  // Node's decoder silently skips characters that are not base64.
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text)) throw refusals.type()
  const bytes = Buffer.from(text, 'base64')
  if (!isPicture(bytes)) throw refusals.type()
  return bytes
}
