import { join } from 'node:path'
import { versionIn, type Images } from '../images/service.ts'
import type { Thumbnail } from './oembed.ts'

/** YouTube thumbnails have a known size. */
const youtube = /^https:\/\/i\.ytimg\.com\/vi\/[\w-]{11}\/hqdefault\.jpg$/

/**
 * The thumbnail with its exact size, which oEmbed requires; null if the size is unknown.
 * @param image URL or path of a playlist's or medium's image.
 */
export async function thumbnailOf(image: string | null | undefined, images: Images, publicUrl: string): Promise<Thumbnail | null> {
  if (!image) return null
  if (youtube.test(image)) return { url: image, width: 480, height: 360 }
  const version = versionIn(image)
  const [, folder, id] = /^\/(beads|posts)\/(\w+)\.jpg/.exec(image) ?? []
  const file = version === null || id === undefined ? null : images.file(folder === 'beads' ? 'bead' : 'post', id, version, 'main')
  if (file === null) return null
  const { default: sharp } = await import('sharp')
  try {
    const { width, height } = await sharp(join(images.root, file)).metadata()
    return { url: publicUrl + image, width, height }
  } catch {
    // The image was replaced concurrently.
    return null
  }
}
