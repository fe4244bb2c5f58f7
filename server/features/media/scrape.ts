import { Parser } from 'htmlparser2'
import { formatOfMime, formatOfPath } from './formats.ts'
import { pictureAddress, type Facts } from './facts.ts'
import { parseHref, type AddressMatch } from './addressMatch.ts'
import { fileFinding, providers } from './providers.ts'
import type { SafeAnswer } from './safe-fetch.ts'

export interface Scraped {
  facts: Facts
  /** The page's own playable medium (OpenGraph). */
  medium: AddressMatch | null
}

interface Tagged {
  url: string | undefined
  type: string | undefined
}

/** Maximum bytes of a page to parse: metadata is in the head, and parsing blocks other requests. */
const headLimit = 300_000

/** The first `limit` bytes of a page, decoded by the charset of its header or `<meta>`. */
export function decoded(page: SafeAnswer, limit: number): string {
  const declared = /<meta[^>]{0,200}charset=["']?\s*([\w-]{2,40})/i.exec(page.body.subarray(0, 2048).toString('latin1'))?.[1]
  let decoder: TextDecoder
  try {
    decoder = new TextDecoder(page.charset ?? declared ?? 'utf-8')
  } catch {
    decoder = new TextDecoder()
  }
  return decoder.decode(page.body.subarray(0, limit))
}

function headOf(page: SafeAnswer): string {
  const text = decoded(page, headLimit)
  const end = text.search(/<\/head\s*>|<body[\s>]/i)
  return end > 0 ? text.slice(0, end) : text
}

/** Maximum nesting. htmlparser2 needs time quadratic in the depth. */
const maxDepth = 200
/** Maximum `<meta>` tags; a page has a few dozen. */
const maxTags = 1000
/** Maximum characters of a title or value. */
const maxValue = 10_000

/** Stops the parser; the data read so far is used. */
class EnoughRead extends Error {}

interface Head {
  /** Text of the first `<title>`. */
  title: string | undefined
  /** Values of a meta property or name, in document order. */
  values(name: string): string[]
}

function readHead(html: string): Head {
  const tags = new Map<string, string[]>()
  let title: string | undefined
  let inTitle = false
  let depth = 0
  let count = 0
  const parser = new Parser({
    onopentag(element, { property, name, itemprop, content }) {
      depth += 1
      if (depth > maxDepth || count > maxTags) throw new EnoughRead()
      inTitle = element === 'title' && title === undefined
      if (inTitle) title = ''
      const key = (property ?? name ?? itemprop)?.trim().toLowerCase()
      const value = content?.slice(0, maxValue).trim()
      if (element !== 'meta' || !key || !value) return
      count += 1
      const values = tags.get(key)
      if (values) values.push(value)
      else tags.set(key, [value])
    },
    ontext(text) {
      if (inTitle && title!.length < maxValue) title += text
    },
    onclosetag() {
      depth -= 1
      inTitle = false
    },
  })
  try {
    parser.end(html)
  } catch (error) {
    if (!(error instanceof EnoughRead)) throw error
  }
  return { title: title?.trim() || undefined, values: (name) => tags.get(name) ?? [] }
}

function mediumOf(tagged: Tagged | undefined, kind: 'video' | 'audio', base: string): AddressMatch | null {
  const url = tagged?.url !== undefined && URL.canParse(tagged.url, base) ? parseHref(new URL(tagged.url, base).href) : null
  if (!url) return null
  const known = providers.find(({ name, find }) => name !== 'file' && name !== 'webpage' && find(url) !== null)
  if (known) return known.find(url)
  const format = formatOfMime(tagged?.type ?? '') ?? formatOfPath(url.pathname)
  return format?.type === kind && url.protocol === 'https:' ? fileFinding(url, format) : null
}

/** Reads OpenGraph and Twitter tags; `<title>` is the fallback. */
export function scrape(page: SafeAnswer): Scraped {
  const { title, values } = readHead(headOf(page))
  /** The last value of the first name that has any. */
  const one = (...names: string[]): string | undefined => names.map((name) => values(name).at(-1)).find((value) => value !== undefined)
  const many = (...names: string[]): string[] => names.flatMap(values)
  const tagged = (kind: string): Tagged => ({
    url: [`${kind}:secure_url`, `${kind}:url`, kind].map((name) => values(name)[0]).find((value) => value !== undefined),
    type: values(`${kind}:type`)[0],
  })
  const medium = mediumOf(tagged('og:video'), 'video', page.href) ?? mediumOf(tagged('og:audio'), 'audio', page.href)
  // Musicians are names, or URLs of pages about them.
  const musicians = many('music:musician:name', 'music:musician').filter((name) => !/^https?:/i.test(name))
  return {
    facts: {
      title: one('og:title', 'twitter:title') ?? title ?? one('title'),
      artist: medium ? (musicians[0] ?? one('author')) : undefined,
      artists: musicians,
      keywords: many('keywords', 'article:tag', 'video:tag', 'og:video:tag'),
      description: one('og:description', 'twitter:description', 'description'),
      image: pictureAddress(tagged('og:image').url ?? values('twitter:image')[0] ?? values('twitter:image:src')[0], page.href),
      duration: medium ? Number(one('og:video:duration', 'video:duration') ?? NaN) : undefined,
    },
    medium,
  }
}
