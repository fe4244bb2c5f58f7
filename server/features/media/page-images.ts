/** The pictures of a page (D5), from which a member chooses one. */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { Parser } from 'htmlparser2'
import { limits } from '#contract/index.ts'
import { pictureAddress } from './facts.ts'

export interface PageImages {
  images: string[]
  ogImage: string | undefined
}

const maxImages = 30
/** Maximum bytes of a page: parsing blocks other requests. */
export const pageLimit = 1_000_000

/** Characters parsed between two yields to the event loop: about 10 ms for the worst input. */
const chunk = 32_768

/** Maximum nesting. htmlparser2 needs time quadratic in the depth; real pages stay below a tenth of this. */
const deepest = 1000
class TooDeep extends Error {}

const [minWidth, minHeight] = limits.imageSize.post

/** An attribute's size in pixels; undefined for other units such as `100%`. */
const pixels = (value: string | undefined): number | undefined =>
  value !== undefined && /^\s*\d{1,5}\s*(px)?\s*$/i.test(value) ? parseInt(value, 10) : undefined

const isTiny = (width: number | undefined, height: number | undefined): boolean =>
  (width !== undefined && width < minWidth) || (height !== undefined && height < minHeight)

/** Tracking pixels, spacers and icons; also SVG, which cannot be posted. */
const isDecoration = (address: string): boolean =>
  /\.(svg|ico|cur)$|(^|[/_.-])(pixel|spacer|blank|sprite|favicon|1x1|avatar|icon|logo)s?[/_.-]/i.test(new URL(address).pathname)

/** Maximum characters of a `srcset`: 40 URLs of typical length. */
const maxSrcset = 10_000

/** The largest candidate of `a.jpg 320w, b.jpg 2x`. URLs may contain commas, so only commas before white space or `http` separate. */
function largest(srcset: string): { source: string; width?: number | undefined } | null {
  const candidates = srcset
    .slice(0, maxSrcset)
    .split(/,\s+|,(?=https?:)/)
    .slice(0, 40)
    .flatMap((part) => {
      const [source, size = '1x'] = part.trim().split(/\s+/)
      return source ? [{ source, width: size.endsWith('w') ? parseFloat(size) : undefined, rank: parseFloat(size) || 0 }] : []
    })
  return candidates.sort((a, b) => b.rank - a.rank)[0] ?? null
}

/** @param base URL of the page. */
export async function pageImages(html: string, base: string): Promise<PageImages> {
  const found = new Set<string>()
  let ogImage: string | undefined
  let root = base
  let nested = 0

  const add = (source: string | undefined, width?: number, height?: number): string | undefined => {
    if (source === undefined || isTiny(width, height)) return undefined
    const address = pictureAddress(source.trim(), root)
    if (address === undefined || isDecoration(address)) return undefined
    if (found.size < maxImages) found.add(address)
    return address
  }

  const parser = new Parser({
    onclosetag() {
      nested -= 1
    },
    onopentag(name, attributes) {
      if ((nested += 1) > deepest) throw new TooDeep()
      const { content, src, srcset, href } = attributes
      if (name === 'base' && href !== undefined && URL.canParse(href, base)) root = new URL(href, base).href
      else if (name === 'meta') {
        const property = (attributes.property ?? attributes.name)?.toLowerCase()
        if (property === 'og:image' || property === 'og:image:secure_url' || property === 'og:image:url') ogImage ??= add(content)
        else if (property === 'twitter:image' || property === 'twitter:image:src') add(content)
      } else if (name === 'link' && attributes.rel?.toLowerCase() === 'image_src') add(href)
      else if (name === 'img' || name === 'source') {
        const set = srcset ?? attributes['data-srcset']
        const best = set === undefined ? null : largest(set)
        if (name === 'source' && best === null) return
        const source = best?.source ?? attributes['data-src'] ?? src
        add(source, best?.width ?? pixels(attributes.width), best?.width === undefined ? pixels(attributes.height) : undefined)
      } else if (name === 'video') add(attributes.poster)
    },
  })
  try {
    for (let at = 0; at < html.length; at += chunk) {
      parser.write(html.slice(at, at + chunk))
      await yieldToEventLoop()
    }
    parser.end()
  } catch (error) {
    // Keep the pictures found so far.
    if (!(error instanceof TooDeep)) throw error
  }
  return { images: [...found], ogImage }
}
