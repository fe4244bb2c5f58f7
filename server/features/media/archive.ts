/**
 * Internet Archive items. The address only identifies the item; type and playable files are in its metadata
 * (https://archive.org/developers/md-read.html).
 */
import { z } from 'zod'
import type { Media, Stream } from '#contract/index.ts'
import { jsonOf, lenientList, wordsOf } from './answers.ts'
import type { Facts } from './facts.ts'
import { segments, times, type AddressMatch } from './addressMatch.ts'
import { formatOfPath } from './formats.ts'
import { responsePolicies, type SafeFetch } from './safe-fetch.ts'
import { parseTime } from './times.ts'

const hosts = new Set(['archive.org', 'www.archive.org'])
const pages = new Set(['details', 'embed'])
const idPattern = /^[\w.-]{1,100}$/

interface Item {
  id: string
  /** One file of the item, if the address contains it. */
  file: string | null
}

function itemOf(url: URL): Item | null {
  if (!hosts.has(url.hostname)) return null
  const [page, id, ...path] = segments(url)
  if (page === undefined || id === undefined || !idPattern.test(id)) return null
  if (!pages.has(page) && !(page === 'download' && path.length === 0)) return null
  if (path.length === 0) return { id, file: null }
  try {
    return { id, file: path.map(decodeURIComponent).join('/') }
  } catch {
    return null
  }
}

export const archive = {
  name: 'archive' as const,
  find(url: URL): AddressMatch | null {
    const item = itemOf(url)
    if (item === null) return null
    const path = item.file === null ? item.id : `${item.id}/${item.file.split('/').map(encodeURIComponent).join('/')}`
    return {
      key: `archive:${path}`,
      href: `https://archive.org/details/${path}`,
      type: 'webpage',
      source: 'Internet Archive',
      title: `Internet Archive: ${item.file ?? item.id}`,
      image: `https://archive.org/services/img/${item.id}`,
      ...times(url),
    }
  },
}

/** A repeated field is an array. */
const words = z.union([z.string(), z.array(z.string()).transform((values) => values[0] ?? '')]).catch('')
const names = z.union([z.string().transform((name) => [name]), z.array(z.string())]).catch([])
const size = z.coerce.number().int().positive().max(20_000).optional().catch(undefined)

const Answer = z.object({
  metadata: z.object({ mediatype: z.string(), title: words, creator: names, subject: names, description: words }),
  files: lenientList(
    z.object({
      name: z.string().min(1).max(500),
      format: z.string().catch(''),
      /** The source file of a derived one. */
      original: z.string().optional().catch(undefined),
      title: z.string().optional().catch(undefined),
      length: z.string().optional().catch(undefined),
      track: z.string().optional().catch(undefined),
      private: z.string().optional().catch(undefined),
      width: size,
      height: size,
    }),
  ),
})
type File = z.output<typeof Answer>['files'][number]

/** The metadata list hundreds of files. */
const read = { ...responsePolicies.json, bytes: 3_000_000 }

/** Formats in order of preference: derivatives for browsers before uploads. */
const preferred = [
  'h.264',
  'h.264 IA',
  'h.264 HD',
  'MPEG4',
  'HiRes MPEG4',
  '512Kb MPEG4',
  'VBR MP3',
  '128Kbps MP3',
  '64Kbps MP3',
  'Ogg Vorbis',
]
const rank = ({ format }: File): number => (preferred.indexOf(format) + preferred.length + 1) % (preferred.length + 1)

const played: Record<'video' | 'audio', ReadonlySet<string>> = {
  video: new Set(['video/mp4', 'video/webm', 'video/ogg']),
  audio: new Set(['audio/mpeg', 'audio/mp4', 'audio/ogg', 'audio/flac', 'audio/wav']),
}

/** The length is in seconds or `m:ss`. */
const secondsOf = (length: string | undefined): number | undefined => {
  const seconds = Number(length)
  return Number.isFinite(seconds) && seconds > 0 ? seconds : parseTime(length)
}

const numberOf = (track: string | undefined): number => Number.parseInt(track ?? '', 10) || 0

/** Playable files of one work, best first: of the requested file, otherwise of the first part of an album or series. */
function formsOf(files: readonly File[], type: 'video' | 'audio', requested: string | null): File[] {
  const playable = files.filter(
    ({ name, private: locked }) => locked !== 'true' && played[type].has(formatOfPath(`/${name}`)?.format ?? ''),
  )
  const workOf = ({ original, name }: File): string => original ?? name
  const first =
    requested === null
      ? playable.toSorted((a, b) => numberOf(a.track) - numberOf(b.track) || (workOf(a) < workOf(b) ? -1 : 1))[0]
      : playable.find((file) => file.name === requested || workOf(file) === requested)
  if (!first) return []
  return playable
    .filter((file) => workOf(file) === workOf(first))
    .toSorted((a, b) => rank(a) - rank(b))
    .slice(0, 4)
}

function toStream(id: string, { name, width, height, length }: File): Stream {
  const href = `https://archive.org/download/${id}/${name.split('/').map(encodeURIComponent).join('/')}`
  const { format } = formatOfPath(`/${name}`)!
  const duration = secondsOf(length)
  return { type: 'file', uri: href, href, format, ...(width && height && { width, height }), ...(duration !== undefined && { duration }) }
}

/** The metadata URL of an item's address. */
export const itemMetadata = (href: string): string => `https://archive.org/metadata/${itemOf(new URL(href))!.id}`

/** Rejects if the archive is unreachable or the item unknown. */
export async function askArchive(fetcher: SafeFetch, media: Media): Promise<{ media: Media; facts: Facts }> {
  const { id, file } = itemOf(new URL(media.href))!
  const { body } = await fetcher.get(itemMetadata(media.href), read)
  const { metadata, files } = Answer.parse(await jsonOf(body))
  const type = ({ movies: 'video', audio: 'audio', etree: 'audio' } as const)[metadata.mediatype]
  const forms = type === undefined ? [] : formsOf(files, type, file)
  const [best] = forms
  const part = file === null ? undefined : best?.title
  return {
    media: type === undefined || forms.length === 0 ? media : { ...media, type, media: forms.map((form) => toStream(id, form)) },
    facts: {
      title: part ?? wordsOf(metadata.title),
      artist: metadata.creator.map(wordsOf).join(', ') || undefined,
      artists: metadata.creator.map(wordsOf),
      keywords: metadata.subject,
      description: wordsOf(metadata.description),
      duration: secondsOf(best?.length),
    },
  }
}
