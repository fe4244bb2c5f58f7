/** Parses an address that a person pastes. Pure: fetches nothing. */
import { createHash } from 'node:crypto'
import { limits, type Media } from '#contract/index.ts'
import { parseHref, type AddressMatch } from './addressMatch.ts'
import { fileFinding, providers, type Provider } from './providers.ts'
import { formatOfPath } from './formats.ts'

export interface MediaAddress {
  provider: Provider['name']
  /** At most 400 characters; equal for all addresses of one medium. */
  mediaKey: string
  /** True for Strand's own files, which are described from disk and never fetched over the network. */
  own: boolean
  /** Data derived from the address alone. */
  media: Media
}

const keyLimit = 400

/** `mediaKey` is an indexed column of limited length, so longer keys are hashed. */
const boundedKey = (key: string): string => (key.length <= keyLimit ? key : `sha256:${createHash('sha256').update(key).digest('hex')}`)

export function toMedia({ type, href, title, artist, source, image, stream, startTime, endTime }: AddressMatch): Media {
  return {
    type,
    href,
    title,
    source,
    media: stream ? [stream] : [],
    ...(artist === undefined ? {} : { artist }),
    ...(image === undefined ? {} : { image }),
    ...(startTime === undefined ? {} : { startTime }),
    ...(endTime === undefined ? {} : { endTime }),
  }
}

const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

/** All loopback names with the same port are the same server. */
function sameOrigin(url: URL, origin: URL): boolean {
  if (url.origin === origin.origin) return true
  return loopback.has(url.hostname) && loopback.has(origin.hostname) && url.port === origin.port && url.protocol === origin.protocol
}

/** Adds a missing scheme; no other corrections. */
function complete(text: string, origin: URL): string {
  const href = text.trim()
  if (/^\/(?!\/)/.test(href)) return new URL(href, origin).href
  if (href.startsWith('//')) return `https:${href}`
  const host = /^[^/?#]*/.exec(href)![0]
  return /^[^\s:@]+\.[^\s:@.]{2,}(:\d{1,5})?$/.test(host) ? `https://${href}` : href
}

/** Own files are identified by path, so that they survive a change of `PUBLIC_URL`. */
function ownAddress(url: URL): MediaAddress {
  // A leading `//` would be a protocol-relative URL of another host.
  const path = url.pathname.replace(/^\/+/, '/')
  const format = formatOfPath(path)
  const finding = format ? fileFinding(url, format) : providers.at(-1)!.find(url)!
  // The version is required to read the picture of a draft.
  const href = format?.type === 'image' && /^\?v=[0-9a-z]+$/.test(url.search) ? path + url.search : path
  const image = format?.type === 'image' ? href : undefined
  return {
    provider: format ? 'file' : 'webpage',
    mediaKey: boundedKey(`own:${path}`),
    own: true,
    media: toMedia({
      ...finding,
      href,
      source: 'Strand',
      ...(image ? { image } : {}),
      ...(finding.stream ? { stream: { ...finding.stream, uri: href, href } } : {}),
    }),
  }
}

/**
 * @param publicUrl Strand's own origin: addresses below it are own files.
 * @returns null if the text is not an http(s) URL, has credentials or is too long.
 */
export function parseMediaAddress(text: string, publicUrl: string): MediaAddress | null {
  const origin = new URL(publicUrl)
  const url = parseHref(complete(text, origin))
  if (!url || url.href.length > limits.url) return null
  if (sameOrigin(url, origin)) return ownAddress(url)
  for (const provider of providers) {
    const finding = provider.find(url)
    if (finding) return { provider: provider.name, mediaKey: boundedKey(finding.key), own: false, media: toMedia(finding) }
  }
  return null
}
