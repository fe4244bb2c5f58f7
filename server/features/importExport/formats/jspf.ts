/** JSPF, the JSON form of XSPF (https://xspf.org/jspf). */
import { z } from 'zod'
import { limits } from '#contract/index.ts'
import { cutLists, holdsAtMost, parseJson, TooManyValues } from '#http/json.ts'
import { createSlices } from '#http/slices.ts'
import { application, Extra, maxValues, tagsOfHead, type Entry, type PlaylistHead } from '../entry.ts'
import type { Format } from './format.ts'

/** A text or a list of texts, as a list. */
const texts = z
  .union([z.string().transform((text) => [text]), z.array(z.unknown()).transform((list) => list.filter((one) => typeof one === 'string'))])
  .catch([])
const text = z.string().optional().catch(undefined)

const extension = z.record(z.string(), z.unknown()).optional().catch(undefined)

const Track = z.object({
  location: texts,
  identifier: texts,
  title: text,
  creator: text,
  annotation: text,
  image: text,
  /** Milliseconds. */
  duration: z.coerce.number().positive().optional().catch(undefined),
  extension,
})

/** `cutLists` replaces the list of tracks by the range of its entries in `lists.entries`, before the rest is parsed. */
const tracks = z.tuple([z.int(), z.int()]).catch([0, 0])

const File = z.object({ playlist: z.object({ title: text, annotation: text, extension, track: tracks }) })

/** The first item of Strand's extension; in JSPF an extension is an array. */
const ownOf = (extensions: Record<string, unknown> | undefined): unknown => {
  const own = extensions?.[application]
  return Array.isArray(own) ? own[0] : undefined
}

/** Excludes locations that are not web addresses: those of ListenBrainz, for example, only identify a recording. */
const isAddress = (href: string): boolean => /^https?:\/\//i.test(href)

/**
 * Parses a track. An invalid one becomes an entry without data, which the report names. Throws `SyntaxError` for
 * invalid JSON.
 */
async function toEntry(json: string, index: number): Promise<Entry> {
  const raw = await parseJson(json, maxValues).catch((error: unknown) => {
    if (error instanceof TooManyValues) return null
    throw error
  })
  // Checked before zod, which creates an error object per invalid value and would be slow for a huge track.
  const isTrack = typeof raw === 'object' && raw !== null && holdsAtMost(raw, maxValues)
  const { data } = isTrack ? Track.safeParse(raw) : {}
  if (!data) return { line: index + 1, hrefs: [] }
  const extra = Extra.safeParse(ownOf(data.extension)).data
  return {
    line: index + 1,
    hrefs: data.location.filter(isAddress),
    title: data.title,
    artist: data.creator,
    description: data.annotation,
    image: data.image,
    duration: data.duration === undefined ? undefined : data.duration / 1000,
    ...(extra === undefined ? {} : { extra }),
  }
}

const track = ({ hrefs, title, artist, description, image, duration, page, extra }: Entry): object => ({
  location: hrefs,
  ...(page === undefined ? {} : { identifier: [page], info: page }),
  title,
  creator: artist,
  annotation: description,
  image,
  duration: duration === undefined ? undefined : Math.round(duration * 1000),
  extension: { [application]: [extra] },
})

const head = ({ title, description, creator, date, page, image, tags }: PlaylistHead): object => ({
  title,
  creator,
  annotation: description === '' ? undefined : description,
  info: page,
  identifier: page,
  image,
  date,
  extension: { [application]: [{ tags }] },
})

export const jspf: Format = {
  type: 'application/jspf+json; charset=utf-8',
  extension: 'jspf',
  async read(content) {
    try {
      const lists = await cutLists(content, limits.import.total + 1)
      const playlist = File.safeParse(await parseJson(lists.rest, maxValues)).data?.playlist
      if (!playlist) return null
      const slices = createSlices()
      const entries: Entry[] = []
      for (const json of lists.entries.slice(...playlist.track)) {
        if (slices.isOver()) await slices.next()
        entries.push(await toEntry(json, entries.length))
      }
      return { title: playlist.title, description: playlist.annotation, tags: tagsOfHead(ownOf(playlist.extension)), entries }
    } catch {
      return null
    }
  },
  writer: (playlist) => ({
    // The object `playlist` without its closing brace, so that the tracks can follow.
    begin: `{"playlist":${JSON.stringify(head(playlist)).slice(0, -1)},"track":[`,
    entry: (entry, first) => (first ? '\n' : ',\n') + JSON.stringify(track(entry)),
    end: '\n]}}\n',
  }),
}
