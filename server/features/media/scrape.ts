import { formatOfMime, formatOfPath } from './formats.ts'
import { pictureAddress, type Facts } from './facts.ts'
import { parseHref, type Finding } from './finding.ts'
import { fileFinding, providers } from './providers.ts'
import type { SafeAnswer } from './safe-fetch.ts'

export interface Scraped {
  facts: Facts
  /** A medium that the page names as its own and that the player can play. */
  medium: Finding | null
}

interface Tagged {
  url?: string
  type?: string
  width?: number | string
  height?: number | string
}

/** Only the head says what is asked, and parsing costs time that other requests wait for. */
const headLimit = 300_000

/** The first `limit` bytes of a page, in the character set that its server or itself names. */
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

const first = (list: Tagged[] | undefined): Tagged | undefined => list?.find(({ url }) => typeof url === 'string' && url !== '')

function mediumOf(tagged: Tagged | undefined, kind: 'video' | 'audio', base: string): Finding | null {
  const url = tagged?.url && URL.canParse(tagged.url, base) ? parseHref(new URL(tagged.url, base).href) : null
  if (!url) return null
  const known = providers.find(({ name, find }) => name !== 'file' && name !== 'webpage' && find(url) !== null)
  if (known) return known.find(url)
  const format = formatOfMime(tagged?.type ?? '') ?? formatOfPath(url.pathname)
  return format?.type === kind && url.protocol === 'https:' ? fileFinding(url, format) : null
}

/** Tags that may stand several times, of which open-graph-scraper's own fields keep the last. */
const lists = ['keywords', 'article:tag', 'video:tag', 'og:video:tag', 'music:musician', 'music:musician:name']

/** Reads a page's OpenGraph and Twitter tags, and its `<title>` where it has neither. */
export async function scrape(page: SafeAnswer): Promise<Scraped> {
  // Loaded when first needed: the HTML parser behind it takes a tenth of a second of the start.
  const { default: ogs } = await import('open-graph-scraper')
  const { error, result } = await ogs({
    html: headOf(page) || ' ', onlyGetOpenGraphInfo: ['image', 'favicon', 'logo'],
    customMetaTags: lists.map((property) => ({ multiple: true, property, fieldName: property })),
  })
  if (error) return { facts: {}, medium: null }
  const image = first(result.ogImage as Tagged[] | undefined) ?? first(result.twitterImage as Tagged[] | undefined)
  const medium =
    mediumOf(first(result.ogVideo as Tagged[] | undefined), 'video', page.href) ??
    mediumOf({ url: result.ogAudioSecureURL ?? result.ogAudioURL ?? result.ogAudio, type: result.ogAudioType }, 'audio', page.href)
  const listed = (...names: string[]): string[] => {
    const found = (result.customMetaTags ?? {}) as Record<string, unknown>
    return names.flatMap((name) => found[name] ?? []).filter((value) => typeof value === 'string')
  }
  // A musician is named, or is the address of a page about them.
  const musicians = listed('music:musician:name', 'music:musician').filter((name) => !/^https?:/i.test(name))
  const duration = Number(result.ogVideoDuration ?? NaN)
  return {
    facts: {
      title: result.ogTitle ?? result.twitterTitle,
      artist: medium ? musicians[0] ?? result.author : undefined,
      artists: musicians,
      keywords: listed('keywords', 'article:tag', 'video:tag', 'og:video:tag'),
      description: result.ogDescription ?? result.twitterDescription,
      image: pictureAddress(image?.url, page.href),
      duration: medium ? duration : undefined,
    },
    medium,
  }
}
