/** Addresses of pictures, and what is found at them. */
import { messages } from '#contract/messages.ts'
import type { Size } from '#ui/crop.ts'

/** What is pasted into the search is one of these, or words. */
export const isAddress = (text: string): boolean => /^https?:\/\/\S+$/i.test(text.trim())

/** The pixels of a picture, once it stands upright; or why it cannot be used, in words. */
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
