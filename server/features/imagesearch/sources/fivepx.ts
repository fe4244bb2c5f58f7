/** 500px: https://github.com/500px/legacy-api-documentation */
import { z } from 'zod'
import { idText, lenientList, number, optionalText, pageSize, toImages, type QueryService, type Image, type Source } from '../source.ts'

const endpoint = 'https://api.500px.com/v1'

/** Names of licences by the service's number. With any other number, all rights are reserved. */
const licences: Readonly<Record<number, string>> = {
  1: 'CC BY-NC 3.0',
  2: 'CC BY-NC-ND 3.0',
  3: 'CC BY-NC-SA 3.0',
  4: 'CC BY 3.0',
  5: 'CC BY-ND 3.0',
  6: 'CC BY-SA 3.0',
  7: 'Public Domain Mark 1.0',
  8: 'CC0 1.0',
}
/** Licences that permit commercial use. For others the answer has `copyright: true`. */
const usable: ReadonlySet<number> = new Set([4, 5, 6, 7, 8])

/**
 * Sizes requested, by the service's names for them: longest edge of the picture, and of the square thumbnail (pixels).
 */
const full = 1080
const square = 440

const Photo = z.object({
  id: idText,
  name: optionalText,
  width: number,
  height: number,
  license_type: number,
  url: optionalText,
  images: lenientList(z.object({ size: number, url: z.string().optional(), https_url: z.string().optional() })).catch([]),
  user: z.object({ fullname: optionalText, username: optionalText }),
})
type Photo = z.output<typeof Photo>

function toImage({ id, name, width, height, license_type: licence, url, images, user }: Photo): Image[] {
  const at = (size: number): string => {
    const found = images.find((image) => image.size === size)
    return found?.https_url ?? found?.url ?? ''
  }
  // The answer has the dimensions of the original; convert them to those of the requested size.
  const scale = Math.min(1, full / Math.max(width, height, 1))
  return toImages({
    id,
    source: 'fivepx',
    title: name,
    author: user.fullname || user.username,
    authorUrl: `https://500px.com/p/${encodeURIComponent(user.username)}`,
    image: at(full),
    thumbnail: at(square),
    width: Math.round(width * scale),
    height: Math.round(height * scale),
    href: new URL(url || `/photo/${id}`, 'https://500px.com/').href,
    license: { name: licences[licence] ?? '500px licence' },
    copyright: !usable.has(licence),
  })
}

export interface FivePx extends Source {
  photo(id: string): Promise<Image | null>
}

export function createFivePx(ask: QueryService, key: string): FivePx {
  const common = { consumer_key: key, image_size: `${square},${full}` }
  return {
    name: 'fivepx',
    title: '500px',
    async search(query, page) {
      const shape = z.object({ current_page: number, total_pages: number, total_items: number, photos: lenientList(Photo) })
      const found = await ask(
        `${endpoint}/photos/search`,
        { ...common, term: query, page, rpp: pageSize, exclude_nude: 1, sort: '_score' },
        shape,
      )
      return { images: found.photos.flatMap(toImage), total: found.total_items, more: found.current_page < found.total_pages }
    },
    async photo(id) {
      const { photo } = await ask(`${endpoint}/photos/${encodeURIComponent(id)}`, common, z.object({ photo: Photo }))
      return toImage(photo)[0] ?? null
    },
  }
}
