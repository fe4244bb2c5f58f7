/** The result of parsing an address, and helpers for it. Pure. */
import type { Media, Stream } from '#contract/index.ts'
import { parseTime } from './times.ts'

/** Data derived from an address without network requests. */
export interface AddressMatch {
  /** Canonical: different addresses of one medium have the same key. */
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

/** Reads `t`, `start` etc. from query or fragment. */
export function times(url: URL): Pick<AddressMatch, 'startTime' | 'endTime'> {
  const fragment = new URLSearchParams(url.hash.slice(1))
  const first = (...names: string[]) =>
    names.map((name) => parseTime(url.searchParams.get(name) ?? fragment.get(name))).find((time) => time !== undefined)
  const startTime = first('t', 'start', 'time_continue')
  const endTime = first('end')
  return { startTime, endTime: endTime !== undefined && endTime > (startTime ?? 0) ? endTime : undefined }
}

export const segments = (url: URL): string[] => url.pathname.split('/').filter(Boolean)

/** An http or https URL without credentials, or null. */
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
