import { join } from 'node:path'
import { versionIn, type Images } from '../images/service.ts'
import type { Thumbnail } from './oembed.ts'

/** YouTube's own size of the picture that we take of a video. */
const youtube = /^https:\/\/i\.ytimg\.com\/vi\/[\w-]{11}\/hqdefault\.jpg$/

/**
 * A picture whose size is certain: oEmbed allows no other. `small` is tried too where there is one.
 * @param image as a playlist or a medium names it.
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
    // Somebody has just replaced it.
    return null
  }
}
