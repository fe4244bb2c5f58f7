/** Selection of links to preview, and extraction of players from oEmbed markup (I1). Pure. */
import { limits } from '#contract/limits.ts'

/** Sites with an embeddable player. */
const sites = /(^|\.)(youtube\.com|youtu\.be|youtube-nocookie\.com|vimeo\.com|soundcloud\.com|tiktok\.com)$/
/** Extensions of media files. */
const files = /\.(mp4|webm|ogv|m4v|mov|mp3|m4a|ogg|oga|opus|wav|flac|jpe?g|png|gif|webp|avif)$/i

/** Maximum number of single requests per text; the remaining links go into batches. */
const maxSingleRequests = 20

/**
 * Unique external links of a text in order: the server gives these `target="_blank"`. DOMParser does not run scripts.
 */
export function findLinks(html: string, exclude: readonly string[] = []): string[] {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  const found = [...body.querySelectorAll<HTMLAnchorElement>('a[target="_blank"]')].map((link) => link.getAttribute('href') ?? '')
  return [...new Set(found)].filter(
    (href) => /^https?:\/\//i.test(href) && URL.canParse(href) && href.length <= limits.url && !exclude.includes(href),
  )
}

/** Whether the link can have a player: a site or media file listed above. */
export function isSupported(href: string): boolean {
  const { hostname, pathname } = new URL(href)
  return sites.test(hostname) || files.test(pathname)
}

/** Splits links into playable ones, at most `maxSingleRequests`, and batches of the others (B4, B9). */
export function splitLinks(links: readonly string[]): { supported: string[]; batches: string[][] } {
  const supported = links.filter(isSupported).slice(0, maxSingleRequests)
  const remaining = links.filter((href) => !supported.includes(href))
  const batches: string[][] = []
  for (let n = 0; n < remaining.length; n += limits.embeds) batches.push(remaining.slice(n, n + limits.embeds))
  return { supported, batches }
}

export type EmbeddedPlayer = { kind: 'frame' | 'video' | 'audio' | 'image'; src: string }

/** Origins allowed in a frame, and their autoplay parameter. */
const frames: Readonly<Record<string, string>> = {
  'https://www.youtube-nocookie.com': 'autoplay',
  'https://player.vimeo.com': 'autoplay',
  'https://w.soundcloud.com': 'auto_play',
  'https://www.tiktok.com': 'autoplay',
}
const kinds: Readonly<Record<string, EmbeddedPlayer['kind']>> = { iframe: 'frame', video: 'video', audio: 'audio', img: 'image' }

/**
 * Extracts the player from oEmbed markup. Only the `src` of a known player is used; the markup itself is never inserted. Returns null for
 * anything else.
 */
export function extractPlayer(html: string, origin: string): EmbeddedPlayer | null {
  // Matched as text: parsing the markup into a document would trigger requests that the content security policy blocks.
  const [, tag = '', attributes = ''] = /^<(iframe|video|audio|img) ([^<>]*)>(?:<\/\1>)?$/.exec(html) ?? []
  const kind = kinds[tag]
  const source =
    /(?:^| )src="([^"]*)"/
      .exec(attributes)?.[1]
      ?.replaceAll('&quot;', '"')
      .replaceAll('&#39;', "'")
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&') ?? ''
  if (kind === undefined || source === '' || !URL.canParse(source, origin)) return null
  const address = new URL(source, origin)
  if (address.username !== '' || address.password !== '') return null
  if (kind !== 'frame') return address.protocol === 'https:' || address.origin === origin ? { kind, src: address.href } : null
  const autoplay = frames[address.origin]
  if (autoplay === undefined) return null
  address.searchParams.set(autoplay, autoplay === 'auto_play' ? 'true' : '1')
  return { kind, src: address.href }
}
