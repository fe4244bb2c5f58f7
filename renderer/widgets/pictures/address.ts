/** Picture addresses and their dimensions. */
import { messages } from '#contract/messages.ts'
import type { Size } from '#ui/crop.ts'

/** Distinguishes an address from keywords in the search field. */
export const isAddress = (text: string): boolean => /^https?:\/\/\S+$/i.test(text.trim())

/** Loads a picture and returns its size (with EXIF orientation applied), or the message why it cannot be used. */
export async function readSize(
  src: string,
  [width, height]: readonly [number, number],
  tooSmall: string,
): Promise<{ size: Size; problem?: undefined } | { size?: undefined; problem: string }> {
  const image = new Image()
  image.src = src
  try {
    await image.decode()
  } catch {
    return { problem: messages.imageGone }
  }
  const size = { width: image.naturalWidth, height: image.naturalHeight }
  return size.width < width || size.height < height ? { problem: tooSmall } : { size }
}
