/** JSPF, the JSON form of XSPF (https://xspf.org/jspf). */
import { z } from 'zod'
import { application, Extra, tagsOfHead, type Entry, type PlaylistHead } from '../entry.ts'
import type { Format } from '../format.ts'

const texts = z.union([z.string().transform((text) => [text]), z.array(z.unknown()).transform((list) => list.filter((one) => typeof one === 'string'))]).catch([])
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

const File = z.object({ playlist: z.object({ title: text, annotation: text, extension, track: z.array(z.unknown()).catch([]) }) })

/** The first of those that an extension is a list of. */
const ownOf = (extensions: Record<string, unknown> | undefined): unknown => {
  const own = extensions?.[application]
  return Array.isArray(own) ? own[0] : undefined
}

/** ListenBrainz and others name a recording by where it is described, which is no place to play it from. */
const isAddress = (href: string): boolean => /^https?:\/\//i.test(href)

function toEntry(raw: unknown, index: number): Entry {
  const { data } = Track.safeParse(raw)
  if (!data) return { line: index + 1, hrefs: [] }
  const extra = Extra.safeParse(ownOf(data.extension)).data
  return {
    line: index + 1, hrefs: data.location.filter(isAddress), title: data.title, artist: data.creator, description: data.annotation, image: data.image,
    duration: data.duration === undefined ? undefined : data.duration / 1000, ...(extra === undefined ? {} : { extra }),
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
  title, creator, annotation: description === '' ? undefined : description, info: page, identifier: page, image, date, extension: { [application]: [{ tags }] },
})

export const jspf: Format = {
  type: 'application/jspf+json; charset=utf-8',
  extension: 'jspf',
  read(content) {
    let json: unknown
    try {
      json = JSON.parse(content)
    } catch {
      return null
    }
    const playlist = File.safeParse(json).data?.playlist
    if (!playlist) return null
    return { title: playlist.title, description: playlist.annotation, tags: tagsOfHead(ownOf(playlist.extension)), entries: playlist.track.map(toEntry) }
  },
  writer: (playlist) => ({
    // What JSON says of the head, still open at its end for the tracks.
    begin: `{"playlist":${JSON.stringify(head(playlist)).slice(0, -1)},"track":[`,
    entry: (entry, first) => (first ? '\n' : ',\n') + JSON.stringify(track(entry)),
    end: '\n]}}\n',
  }),
}
