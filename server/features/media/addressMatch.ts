/** Helpers for parsing media addresses. Pure. */
import type { Media, Stream } from '#contract/index.ts'
import { parseTime } from './times.ts'

/** What an address contains, without any request. */
export interface AddressMatch {
  /** Canonical: all addresses of a medium have the same key. */
  key: string
  href: string
  type: Media['type']
  source: string
  title: string
  artist?: string
  image?: string
  stream?: Stream
  startTime?: number | undefined
  endTime?: number | undefined
}

/** `t`, `start` and variants, in the query or the fragment. */
export function times(url: URL): Pick<AddressMatch, 'startTime' | 'endTime'> {
  const fragment = new URLSearchParams(url.hash.slice(1))
  const first = (...names: string[]) =>
    names.map((name) => parseTime(url.searchParams.get(name) ?? fragment.get(name))).find((time) => time !== undefined)
  const startTime = first('t', 'start', 'time_continue')
  const endTime = first('end')
  return { startTime, endTime: endTime !== undefined && endTime > (startTime ?? 0) ? endTime : undefined }
}

export const segments = (url: URL): string[] => url.pathname.split('/').filter(Boolean)

/** An http or https address without credentials; otherwise null. */
export function parseHref(href: string): URL | null {
  let url: URL
  try {
    url = new URL(href)
  } catch {
    return null
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null
  return url.username === '' && url.password === '' && url.hostname !== '' ? url : null
}
