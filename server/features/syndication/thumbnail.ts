import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { uploadAt, versionIn, type Images } from '../images/service.ts'
import type { Thumbnail } from './oembed.ts'

/** YouTube thumbnails have a known size. */
const youtube = /^https:\/\/i\.ytimg\.com\/vi\/[\w-]{11}\/hqdefault\.jpg$/

/**
 * The thumbnail with its exact size, which oEmbed requires; null if the size is unknown.
 * @param image URL or path of the image of a playlist, a medium or a member.
 */
export async function thumbnailOf(image: string | null | undefined, images: Images, publicUrl: string): Promise<Thumbnail | null> {
  if (!image) return null
  if (youtube.test(image)) return { url: image, width: 480, height: 360 }
  const version = versionIn(image)
  const upload = uploadAt(image)
  const file = version === null || upload === null ? null : images.file(upload.kind, upload.id, version, 'main')
  if (file === null) return null
  const { default: sharp } = await import('sharp')
  try {
    // From memory: `encode.ts` forbids sharp to open files.
    const { width, height } = await sharp(await readFile(join(images.root, file))).metadata()
    return { url: publicUrl + image, width, height }
  } catch {
    // The image was replaced concurrently.
    return null
  }
}
