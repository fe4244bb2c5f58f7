/** Reads and writes XSPF 1, an XML format (https://www.xspf.org/spec). */
import { Parser } from 'htmlparser2'
import { limits } from '#contract/index.ts'
import { holdsAtMost } from '#http/json.ts'
import { xml, xmlIf } from '#http/markup.ts'
import { createSlices } from '#http/slices.ts'
import { application, Extra, maxValues, tagsOfHead, type Entry, type PlaylistFile, type PlaylistHead } from '../entry.ts'
import type { Format } from './format.ts'

/** Maximum number of characters per field: enough for Strand's extension, which contains a whole post. */
const fieldLimit = 200_000

/** Number of characters parsed before the event loop may continue: takes a few ms for the worst input. */
const chunk = 4_096

function parsedOrNothing(json: string | undefined): unknown {
  try {
    const value: unknown = JSON.parse(json ?? '')
    return holdsAtMost(value, maxValues) ? value : undefined
  } catch {
    return undefined
  }
}

/** Maximum depth of elements; XSPF has six levels. The time of htmlparser2 grows with the square of the depth. */
const deepest = 100
/**
 * Maximum number of attributes of an element; XSPF has two. htmlparser2 collects them in an object, which is slow if it
 * is huge.
 */
const maxAttributes = 100
/** Thrown out of the parser to stop it: for a malicious file, and when there are enough entries. */
class Unreadable extends Error {}
class EnoughRead extends Error {}

/**
 * Texts by element name. A Map, because a name from the file, such as `__proto__`, is unsafe as the key of an object.
 */
type Texts = Map<string, string[]>
const firstOf =
  (texts: Texts) =>
  (name: string): string | undefined =>
    texts.get(name)?.[0] || undefined

/** Elements of the playlist and of a track that are read. */
const headFields = ['title', 'annotation', 'extension']
const trackFields = ['location', 'title', 'creator', 'annotation', 'image', 'duration', 'extension']

/** The element's name without its namespace prefix. */
const local = (name: string): string => name.slice(name.indexOf(':') + 1)

/**
 * Parses a file. Accepts invalid XSPF too, because many players write it. Ignores DOCTYPE: declared entities stay
 * `&name;`, which prevents entity expansion attacks.
 */
async function read(content: string): Promise<PlaylistFile | null> {
  const entries: Entry[] = []
  /** Whether there was an element `playlist`; otherwise it is another format. */
  let known = false
  const head: Texts = new Map()
  let track: { line: number; texts: Texts } | null = null
  /** The current field of the track or playlist: null outside of fields, '' in one that is ignored. */
  let field: string | null = null
  /** Number of open elements within the field, and in the whole file. */
  let depth = 0
  let nested = 0
  let attributeCount = 0
  let text = ''

  /** Adds the current track to the entries. */
  const finish = (): void => {
    if (!track) return
    const { texts, line } = track
    const first = firstOf(texts)
    const extra = Extra.safeParse(parsedOrNothing(first('extension'))).data
    const duration = Number(first('duration'))
    entries.push({
      line,
      hrefs: (texts.get('location') ?? []).filter((href) => /^https?:\/\//i.test(href)),
      title: first('title'),
      artist: first('creator'),
      description: first('annotation'),
      image: first('image'),
      duration: duration > 0 ? duration / 1000 : undefined,
      ...(extra === undefined ? {} : { extra }),
    })
    track = null
  }

  const parser = new Parser(
    {
      onattribute() {
        if ((attributeCount += 1) > maxAttributes) throw new Unreadable()
      },
      onopentag(name, attributes) {
        attributeCount = 0
        if ((nested += 1) > deepest) throw new Unreadable()
        const element = local(name)
        if (element === 'playlist') known = true
        if (field !== null) depth++
        else if (element === 'track') {
          // The previous track, if it was not closed.
          finish()
          if (entries.length > limits.import.total) throw new EnoughRead()
          track = { line: entries.length + 1, texts: new Map() }
        } else if (track !== null || (nested === 2 && headFields.includes(element))) {
          // Extensions of other programs are ignored.
          const isOther = element === 'extension' && attributes.application !== application
          field = isOther || !trackFields.includes(element) ? '' : element
          text = ''
        }
      },
      ontext(part) {
        if (field !== null && text.length < fieldLimit) text += part
      },
      onclosetag(name) {
        nested -= 1
        if (field !== null && depth > 0) depth--
        else if (field !== null) {
          const texts = track?.texts ?? head
          const list = texts.get(field) ?? []
          if (field !== '' && list.length < 50) texts.set(field, [...list, text.slice(0, fieldLimit).trim()])
          field = null
        } else if (local(name) === 'track') finish()
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  const slices = createSlices()
  try {
    for (let at = 0; at < content.length; at += chunk) {
      parser.write(content.slice(at, at + chunk))
      if (slices.isOver()) await slices.next()
    }
    parser.end()
  } catch (error) {
    if (error instanceof Unreadable) return null
    if (!(error instanceof EnoughRead)) throw error
  }
  finish()
  const first = firstOf(head)
  return known
    ? { title: first('title'), description: first('annotation'), tags: tagsOfHead(parsedOrNothing(first('extension'))), entries }
    : null
}

const ms = (seconds: number | undefined): number | undefined => (seconds === undefined ? undefined : Math.round(seconds * 1000))

/** In the element order that the XSPF specification prescribes. */
const track = ({ hrefs, page, title, artist, description, image, duration, extra }: Entry) =>
  xml(
    'track',
    {},
    hrefs.map((href) => xml('location', {}, href)),
    xmlIf('identifier', page),
    xmlIf('title', title),
    xmlIf('creator', artist),
    xmlIf('annotation', description),
    xmlIf('info', page),
    xmlIf('image', image),
    xmlIf('duration', ms(duration)),
    xml('extension', { application }, xml('strand:post', { 'xmlns:strand': application }, JSON.stringify(extra))),
  )

const head = ({ title, creator, description, page, image, date, tags }: PlaylistHead) => [
  xmlIf('title', title),
  xmlIf('creator', creator),
  xmlIf('annotation', description),
  xmlIf('info', page),
  xmlIf('identifier', page),
  xmlIf('image', image),
  xmlIf('date', date),
  xml('extension', { application }, xml('strand:playlist', { 'xmlns:strand': application }, JSON.stringify({ tags }))),
]

export const xspf: Format = {
  type: 'application/xspf+xml; charset=utf-8',
  extension: 'xspf',
  read,
  writer: (playlist) => ({
    begin: `<?xml version="1.0" encoding="UTF-8"?>\n<playlist version="1" xmlns="http://xspf.org/ns/0/">\n${head(playlist)
      .map((one) => one?.written ?? '')
      .join('\n')}\n<trackList>\n`,
    entry: (entry) => `${track(entry).written}\n`,
    end: '</trackList>\n</playlist>\n',
  }),
}
