/**
 * Reads and writes CSV (RFC 4180) with a header, and reads the CSV of YouTube Takeout, Google's export of personal
 * data.
 */
import { limits } from '#contract/index.ts'
import { csvRow, rearm } from '#http/csv.ts'
import { createSlices } from '#http/slices.ts'
import type { Entry, PlaylistFile } from '../entry.ts'
import type { Format } from './format.ts'

interface Row {
  line: number
  cells: string[]
}

/** Maximum number of cells per row, and of characters per cell. Files are untrusted, so everything is bounded. */
const maxCells = 100
const maxCell = 100_000
/** Maximum number of rows: the maximum of entries, plus rows above the table. */
const maxRows = limits.import.total + 100

/** Maximum number of characters of a cell that one step reads: a limit on its duration. */
const maxRun = 4096
/** Pattern of text within quotes, where a quote is written twice. */
const quotedRun = `(?:[^"\\n]|""){1,${maxRun}}`
const plainRun = (separator: string): string => `[^"\\r\\n${separator}]{1,${maxRun}}`

/** Splits the content into rows, without empty ones. Yields to other requests between steps. */
async function readRows(content: string, separator: string): Promise<Row[]> {
  const slices = createSlices()
  const runs = { quoted: new RegExp(quotedRun, 'y'), plain: new RegExp(plainRun(separator), 'y') }
  const rows: Row[] = []
  /**
   * Reused for all rows and copied for non-empty ones: an array per row of 3,000,000 empty ones costs two seconds of
   * garbage collection.
   */
  const cells: string[] = []
  let count = 0
  let isEmpty = true
  let cell = ''
  let quoted = false
  let line = 1
  let begin = 1
  let at = 0

  const add = (text: string): void => {
    cell += text.slice(0, maxCell - cell.length)
  }
  const endCell = (): void => {
    if (count < maxCells) {
      cells[count++] = cell
      if (isEmpty && cell.trim() !== '') isEmpty = false
    }
    cell = ''
  }
  const endRow = (): void => {
    endCell()
    if (!isEmpty) rows.push({ line: begin, cells: cells.slice(0, count) })
    count = 0
    isEmpty = true
    begin = line
  }
  /** Reads ordinary characters of the current cell in one step. Returns false if the next character is not one. */
  const addRun = (): boolean => {
    const run = quoted ? runs.quoted : runs.plain
    run.lastIndex = at
    if (!run.test(content)) return false
    const text = content.slice(at, run.lastIndex)
    add(quoted ? text.replaceAll('""', '"') : text)
    at = run.lastIndex
    return true
  }

  while (at < content.length && rows.length < maxRows) {
    if (slices.over()) await slices.next()
    if (addRun()) continue
    const character = content[at++]!
    if (character === '\n') line++
    if (quoted) {
      if (character === '"') quoted = false
      else add(character)
    } else if (character === '"' && cell.length < 50 && cell.trim() === '') {
      quoted = true
      cell = ''
    } else if (character === separator) endCell()
    else if (character === '\n') endRow()
    else if (character !== '\r') add(character)
  }
  endRow()
  return rows
}

/** Header names of each column in the CSV of various programs; the first one is written by Strand. */
const columns = {
  title: ['title', 'name', 'track name', 'track', 'song', 'video title'],
  artist: ['artist', 'artist name', 'artist name(s)', 'artists', 'creator', 'author', 'channel'],
  url: ['url', 'href', 'link', 'address', 'location', 'uri', 'video url', 'song url'],
  description: ['description', 'note', 'notes', 'annotation', 'comment'],
  tags: ['tags', 'tag', 'keywords'],
  start: ['start', 'start time'],
  end: ['end', 'end time', 'stop time'],
  duration: ['duration', 'length'],
  streams: ['other addresses'],
  video: ['video id', 'videoid', 'video-id'],
} as const
type Column = keyof typeof columns

/** Index of each column. */
type Header = Partial<Record<Column, number>>

const headerOf = ({ cells }: Row): Header => {
  const names = cells.map((cell) => cell.trim().toLowerCase())
  const found = (Object.keys(columns) as Column[]).map(
    (column) => [column, names.findIndex((name) => (columns[column] as readonly string[]).includes(name))] as const,
  )
  return Object.fromEntries(found.filter(([, index]) => index >= 0))
}

const cellOf = ({ cells }: Row, header: Header, column: Column): string =>
  header[column] === undefined ? '' : rearm(cells[header[column]] ?? '').trim()

/** Data about the playlist from the rows above the table of entries: a row of names and a row of values. */
function headOf(about: readonly Row[]): Pick<PlaylistFile, 'title' | 'description'> {
  const index = about.findIndex((row) => headerOf(row).title !== undefined)
  const values = about[index + 1]
  if (index < 0 || !values) return {}
  const header = headerOf(about[index]!)
  return { title: cellOf(values, header, 'title') || undefined, description: cellOf(values, header, 'description') || undefined }
}

/** A YouTube video id. */
const videoId = /^[\w-]{11}$/

/**
 * Splits rows into those above the table, its header, and its body. The header is the first row with a column for URLs
 * or video ids. The headers of Takeout are translated, so without such a row a table whose first column has only video
 * ids is accepted too. Null if there is neither.
 */
function findHeader(rows: readonly Row[]): { about: readonly Row[]; header: Header; body: readonly Row[] } | null {
  for (const [index, row] of rows.slice(0, 20).entries()) {
    const header = headerOf(row)
    if (header.url !== undefined || header.video !== undefined) return { about: rows.slice(0, index), header, body: rows.slice(index + 1) }
  }
  const first = rows.findIndex(({ cells }) => videoId.test(cells[0]!.trim()))
  const videos = first < 0 ? [] : rows.slice(first)
  const all = videos.length > 0 && videos.every(({ cells }) => videoId.test(cells[0]!.trim()) && cells.length > 1)
  return all ? { about: rows.slice(0, first), header: { video: 0 }, body: videos } : null
}

/** Seconds, from a number of seconds or `h:mm:ss`. */
const time = (text: string): number | undefined => {
  if (!/^\d{1,6}(:\d{1,2}){0,2}(\.\d+)?$/.test(text)) return undefined
  return text.split(':').reduce((total, part) => total * 60 + Number(part), 0) || undefined
}

/** Maximum number of items in a cell with a list. */
const maxList = 100

async function read(content: string): Promise<PlaylistFile | null> {
  const slices = createSlices()
  const text = content.replace(/^\ufeff/, '')
  const start =
    text
      .slice(0, 2000)
      .split(/\r?\n/)
      .find((line) => line.trim() !== '') ?? ''
  // The separator that occurs most often in the first line.
  const separator = [',', ';', '\t'].map((one) => [one, start.split(one).length] as const).sort((a, b) => b[1] - a[1])[0]![0]
  const found = findHeader(await readRows(text, separator))
  if (!found) return null
  const { about, header, body } = found
  const toEntry = (row: Row): Entry => {
    const at = (column: Column): string => cellOf(row, header, column)
    const video = at('video')
    const hrefs =
      video === ''
        ? [at('url'), ...at('streams').split(/\s+/, maxList)]
        : [videoId.test(video) ? `https://www.youtube.com/watch?v=${video}` : video]
    return {
      line: row.line,
      hrefs: hrefs.filter(Boolean),
      title: at('title') || undefined,
      artist: at('artist') || undefined,
      description: at('description') || undefined,
      tags:
        at('tags') === ''
          ? undefined
          : at('tags')
              .split(/[,;#]/, maxList)
              .map((tag) => tag.trim())
              .filter(Boolean),
      startTime: time(at('start')),
      endTime: time(at('end')),
      duration: time(at('duration')),
    }
  }
  const entries: Entry[] = []
  for (const row of body) {
    if (slices.isOver()) await slices.next()
    entries.push(toEntry(row))
  }
  return { ...headOf(about), entries }
}

const header = ['title', 'artist', 'url', 'description', 'tags', 'start', 'end', 'duration', 'other addresses', 'added', 'added by']

const entry = ({
  hrefs: [href = '', ...others],
  title = '',
  artist = '',
  description = '',
  tags = [],
  startTime,
  endTime,
  duration,
  extra,
}: Entry): string =>
  csvRow([
    title,
    artist,
    href,
    description,
    tags.join(', '),
    startTime ?? '',
    endTime ?? '',
    duration ?? '',
    others.join(' '),
    extra?.date ?? '',
    extra?.creator?.name ?? '',
  ])

export const csv: Format = {
  type: 'text/csv; charset=utf-8',
  extension: 'csv',
  read,
  // The byte order mark makes spreadsheet programs read the file as UTF-8.
  writer: () => ({ begin: `\ufeff${csvRow(header)}`, entry, end: '' }),
}
