/** Interface of a picture source, and helpers of the sources. */
import { limits, shorten, type Answer } from '#contract/index.ts'
import { pageAddress, pictureAddress } from '../media/service.ts'

export { createAsk, idText, many, number, optionalText, pageAddress, wordsOf, type Ask } from '../media/service.ts'

export type Image = Answer<'GET /api/v0/imagesearch/flickr'>['results'][number]
export type SourceName = Image['source']

export interface Found {
  images: Image[]
  total: number
  /** Whether the service has a next page. */
  more: boolean
}

export interface Source {
  name: SourceName
  title: string
  search(query: string, page: number): Promise<Found>
}

/** Pictures per page; every service allows it without an account. */
export const pageSize = 20

interface RawImage extends Omit<Image, 'image' | 'thumbnail' | 'href' | 'authorUrl' | 'width' | 'height'> {
  image: string
  thumbnail?: string
  href: string
  authorUrl?: string
  width?: number
  height?: number
}

const [minWidth, minHeight] = limits.imageSize.post
export const isTooSmall = ({ width, height }: { width?: number | undefined; height?: number | undefined }): boolean =>
  (width !== undefined && width < minWidth) || (height !== undefined && height < minHeight)

/** Formats excluded here: pictures of posts and playlists are jpeg or png (B5). */
const isOtherKind = (address: string): boolean => /\.(gif|webp|avif|svg|tiff?|bmp)$/i.test(new URL(address).pathname)

/** Cleaned; empty if it has no usable picture or is smaller than 300 × 200 (B5). For `flatMap`. */
export function toImages({ authorUrl, width, height, thumbnail, ...raw }: RawImage): Image[] {
  const image = pictureAddress(raw.image)
  const href = pageAddress(raw.href)
  // Services report an unknown size as 0.
  const size = { ...(width ? { width } : {}), ...(height ? { height } : {}) }
  if (image === undefined || href === undefined || isOtherKind(image) || isTooSmall(size)) return []
  const author = pageAddress(authorUrl ?? '')
  return [
    {
      ...raw,
      ...size,
      image,
      href,
      thumbnail: pictureAddress(thumbnail) ?? image,
      title: shorten(raw.title, limits.postTitle.max),
      author: shorten(raw.author, 100),
      ...(author === undefined ? {} : { authorUrl: author }),
    },
  ]
}
