/** What a searchable service is, and what all of them need. */
import { Parser } from 'htmlparser2'
import { z } from 'zod'
import { limits, shorten, tidy, type Answer } from '../../contract/index.ts'
import { pictureAddress, wanted, type SafeFetch } from '../media/service.ts'

export type Image = Answer<'GET /api/v0/imagesearch/flickr'>['results'][number]
export type SourceName = Image['source']

export interface Found {
  images: Image[]
  total: number
  /** Whether the service has a page after this one. */
  more: boolean
}

export interface Source {
  name: SourceName
  title: string
  search(query: string, page: number): Promise<Found>
}

/** Pictures of a page: what every service gives without an account. */
export const pageSize = 20

/** Asks a service. Rejects where it does not answer, or with something else than it should. */
export type Ask = <T extends z.ZodType>(address: string, query: Record<string, string | number>, shape: T) => Promise<z.output<T>>

export const createAsk = (fetcher: SafeFetch): Ask => async (address, query, shape) => {
  const url = new URL(address)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value))
  const { body } = await fetcher.get(url.href, wanted.json)
  return shape.parse(JSON.parse(body.toString('utf8')))
}

/** A list of which one broken entry does not spoil the rest. */
export const many = <T extends z.ZodType>(item: T) =>
  z.array(z.unknown()).transform((entries) => entries.flatMap((entry) => item.safeParse(entry).data ?? []) as z.output<T>[])

/** Services disagree on whether numbers and ids are texts. */
export const number = z.coerce.number().int().nonnegative().catch(0)
export const optionalText = z.string().nullish().transform((text) => text ?? '').catch('')
export const idText = z.union([z.string(), z.number()]).transform(String).pipe(z.string().min(1).max(100))

/** The words of a piece of HTML. */
export function wordsOf(html: string): string {
  let text = ''
  const parser = new Parser({ ontext: (part) => (text += part) })
  parser.end(html.slice(0, 5000))
  return tidy(text)
}

/** An address that a person may follow. */
export function pageAddress(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined
  const { protocol, href } = new URL(address)
  return (protocol === 'https:' || protocol === 'http:') && href.length <= limits.url ? href : undefined
}

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

/** Cleaned, or nothing where it has no usable picture or is under 300 by 200 (B5). For `flatMap`. */
export function toImages({ authorUrl, width, height, thumbnail, ...raw }: RawImage): Image[] {
  const image = pictureAddress(raw.image)
  const href = pageAddress(raw.href)
  // A service that does not know a size says 0.
  const size = { ...(width ? { width } : {}), ...(height ? { height } : {}) }
  if (image === undefined || href === undefined || isTooSmall(size)) return []
  const author = pageAddress(authorUrl ?? '')
  return [{
    ...raw, ...size, image, href, thumbnail: pictureAddress(thumbnail) ?? image,
    title: shorten(raw.title, limits.postTitle.max), author: shorten(raw.author, 100),
    ...(author === undefined ? {} : { authorUrl: author }),
  }]
}
