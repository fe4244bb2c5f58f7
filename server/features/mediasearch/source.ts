/** Interface of a media source, and helpers of the sources. */
import { limits, shorten } from '#contract/index.ts'
import type { MediaResult } from '#contract/endpoints/mediasearch.ts'
import { pageAddress, pictureAddress, wordsOf } from '../media/service.ts'

export type { MediaResult }
export type SourceName = MediaResult['source']
export type MediaResultType = MediaResult['type']

export interface Found {
  results: MediaResult[]
  /** All results as counted by the service; the number on this page if the service reports no total. */
  total: number
  /** Cursor of the next page; null on the last one. */
  next: string | null
}

export interface Source {
  types: readonly MediaResultType[]
  /** @param type one of `types`; undefined for all of them. */
  search(query: string, type: MediaResultType | undefined, cursor: string | null): Promise<Found>
}

/** Results per page; every service allows it. */
export const pageSize = 20

/** A short query matches anything on services with user uploads; there it is limited to music, film, sports and comedy (B5). */
export const isShort = (query: string): boolean => query.length < 5

interface RawResult {
  uri: string
  type: MediaResultType
  source: SourceName
  title: string
  description: string
  author: string
  href: string
  image?: string | undefined
  date?: string | undefined
  /** Seconds. */
  duration?: number | undefined
  viewCount?: number | undefined
}

function instantOf(date: string | undefined): string | undefined {
  const time = Date.parse(date ?? '')
  const year = new Date(time).getUTCFullYear()
  return year > 0 && year < 10_000 ? new Date(time).toISOString() : undefined
}

/** The cleaned result as a list for `flatMap`; empty if the title or address is missing. */
export function toResults({ uri, type, source, image, ...raw }: RawResult): MediaResult[] {
  const title = shorten(wordsOf(raw.title), limits.postTitle.max)
  const href = pageAddress(raw.href)
  if (title === '' || href === undefined) return []
  const id = `${source}:${uri}`
  const description = shorten(wordsOf(raw.description), 240)
  const author = shorten(wordsOf(raw.author), 100)
  const date = instantOf(raw.date)
  const { duration, viewCount } = raw
  return [
    {
      _id: id,
      id,
      uri,
      type,
      source,
      title,
      href,
      image: pictureAddress(image) ?? null,
      ...(description !== '' && { description }),
      ...(author !== '' && { author }),
      ...(date !== undefined && { date }),
      ...(duration !== undefined && duration > 0 && { duration }),
      ...(viewCount !== undefined && { viewCount }),
    },
  ]
}
