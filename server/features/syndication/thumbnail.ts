import { uploadAt, versionIn, type Images } from '../images/service.ts'
import type { Thumbnail } from './oembed.ts'

/** YouTube thumbnails have a known size. */
const youtube = /^https:\/\/i\.ytimg\.com\/vi\/[\w-]{11}\/hqdefault\.jpg$/

/**
 * The thumbnail with its exact size, which oEmbed requires; null if the size is unknown.
 * @param image URL or path of the image of a playlist, a medium or a member.
 */
export async function thumbnailOf(
  image: string | null | undefined,
  images: Pick<Images, 'stored'>,
  publicUrl: string,
): Promise<Thumbnail | null> {
  if (!image) return null
  if (youtube.test(image)) return { url: image, width: 480, height: 360 }
  const version = versionIn(image)
  const upload = uploadAt(image)
  if (version === null || upload === null) return null
  const { default: sharp } = await import('sharp')
  try {
    const bytes = await images.stored(upload.kind, upload.id, version, 'main').read()
    // The image was replaced concurrently.
    if (bytes === null) return null
    // From memory: `encode.ts` forbids sharp to open files.
    const { width, height } = await sharp(bytes).metadata()
    return { url: publicUrl + image, width, height }
  } catch {
    // Without the object store, the answer has no thumbnail.
    return null
  }
}
