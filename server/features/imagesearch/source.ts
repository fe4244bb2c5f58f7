/** The interface of a source (a service with pictures), and helpers that the sources share. */
import { limits, shorten, type Answer } from '#contract/index.ts'
import { pageAddress, pictureAddress } from '../media/service.ts'

export { createQueryService, idText, lenientList, number, optionalText, pageAddress, wordsOf, type QueryService } from '../media/service.ts'

export type Image = Answer<'GET /api/v0/imagesearch/flickr'>['results'][number]
export type SourceName = Image['source']

/** A page of results. */
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

/** Pictures per page. Every service allows this number, also without an account. */
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
/** Whether a known dimension is below the minimum. */
export const isTooSmall = ({ width, height }: { width?: number | undefined; height?: number | undefined }): boolean =>
  (width !== undefined && width < minWidth) || (height !== undefined && height < minHeight)

/** Whether the URL has the extension of another format than JPEG and PNG, which playlists and posts require (B5). */
const isOtherKind = (address: string): boolean => /\.(gif|webp|avif|svg|tiff?|bmp)$/i.test(new URL(address).pathname)

/**
 * The result with cleaned texts and URLs, in an array for `flatMap`. Empty if the picture is not usable or smaller than
 * 300 × 200 (B5).
 */
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
