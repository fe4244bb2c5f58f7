/** Converts the entries of a file to posts, in order, by the rules of posts that members write. */
import type { Logger } from 'pino'
import type { Viewer } from '#access/viewer.ts'
import { cut, endpoints, limits, messages, shorten, type CallOutput } from '#contract/index.ts'
import { StrandError } from '#http/errors.ts'
import { uploadAt } from '../images/service.ts'
import type { MediaService } from '../media/service.ts'
import type { Posts } from '../posts/service.ts'
import type { Entry } from './entry.ts'

type PostInput = CallOutput<'POST /api/v0/posts/:id'>['body']

/** Concurrent look-ups: a part of the safe client's slots, so that other requests get some. */
const workers = 8

/** Only http(s): a name or path in a file refers to a local file of the exporting program. */
const isWebAddress = (href: string): boolean => /^https?:\/\//i.test(href) && href.length <= limits.url

/** The first is the medium, the others are alternative streams. */
export function addressesOf({ hrefs, extra }: Entry): string[] {
  const candidates = extra?.media ? [extra.media.href, ...extra.media.media.slice(1).map(({ href }) => href)] : hrefs
  return [...new Set(candidates.filter(isWebAddress))].slice(0, limits.streams)
}

const credit = (name: string | undefined): string[] | undefined => (name === undefined ? undefined : [cut(name, limits.who.length)])

const given = <T>(name: string, value: T | undefined): Record<string, T> => (value === undefined ? {} : { [name]: value })

/**
 * The request body that a member would send.
 * @param artist derived from the address; omitted from the body if equal.
 */
function bodyOf(entry: Entry, artist: string | undefined): object | null {
  const { extra } = entry
  const [href, ...others] = addressesOf(entry)
  const title = extra?.title ?? entry.title
  const text = {
    ...(title === undefined ? {} : { title: shorten(title, limits.postTitle.max) }),
    // Plain text of other programs is not markup.
    description: extra?.description ?? cut((entry.description ?? '').replace(/&/g, '&amp;').replace(/</g, '&lt;'), limits.text.max),
    tags: extra?.tags ?? entry.tags?.slice(0, 100).map((tag) => tag.slice(0, 200)) ?? [],
  }
  // In Strand's own files an entry without a URL is a text post; elsewhere it is a track without a source.
  if (href === undefined) return extra?.media === null && title ? text : null
  const names = extra
    ? {
        ...given('title', extra.media?.title),
        ...given('what', extra.media?.what),
        ...given('who', extra.media?.who ?? (extra.media?.artist === artist ? undefined : credit(extra.media?.artist))),
      }
    : { ...given('title', entry.title?.slice(0, 300)), ...given('who', entry.artist === artist ? undefined : credit(entry.artist)) }
  return {
    ...text,
    media: {
      href,
      ...names,
      ...given('attribution', extra?.media?.attribution),
      ...given('startTime', extra ? extra.media?.startTime : entry.startTime),
      ...given('endTime', extra ? extra.media?.endTime : entry.endTime),
      ...(others.length === 0 ? {} : { media: others.map((other) => ({ href: other })) }),
    },
  }
}

/** Throws `invalid` with the first error. */
export function inputOf(entry: Entry, artist: string | undefined): PostInput {
  const body = bodyOf(entry, artist)
  if (body === null) throw new StrandError('invalid', messages.importNoAddress)
  const parsed = endpoints['POST /api/v0/posts/:id'].body.safeParse(body)
  if (!parsed.success) throw new StrandError('invalid', parsed.error.issues[0]?.message)
  return parsed.data
}

/** The title of an entry in reports. */
export const nameOf = ({ extra, title, hrefs }: Entry): string => shorten(extra?.title ?? title ?? hrefs[0] ?? '', limits.postTitle.max)

export interface ImportResult {
  added: number
  repeats: { line: number; title: string }[]
  failed: { line: number; title: string; reason: string }[]
  /** Number of entries handled. */
  handled: number
}

export interface Importer {
  posts: Pick<Posts, 'create' | 'existingMedia'>
  media: Pick<MediaService, 'detect' | 'fromMemory'>
  log: Pick<Logger, 'error'>
  /** Time budget of the look-ups, and of the whole import (ms). */
  askMs: number
  totalMs: number
}

/**
 * Prefetches all addresses concurrently within a time budget. Entries whose look-up is late are described by their address alone, so that
 * slow hosts cannot block the import.
 */
async function askAhead(entries: readonly Entry[], { media, askMs }: Importer): Promise<void> {
  const until = Date.now() + askMs
  const waiting = [...new Set(entries.flatMap(addressesOf))].values()
  const work = async (): Promise<void> => {
    for (const href of waiting) {
      const left = until - Date.now()
      if (left <= 0) return
      // Invalid addresses are reported when the post is created.
      await media.detect(href, { waitMs: Math.min(left, 4_000) }).catch(() => undefined)
    }
  }
  await Promise.all(Array.from({ length: workers }, work))
}

export async function importEntries(beadId: string, entries: readonly Entry[], viewer: Viewer, importer: Importer): Promise<ImportResult> {
  const { posts, media, log, totalMs } = importer
  const startedMs = Date.now()
  const result: ImportResult = { added: 0, repeats: [], failed: [], handled: 0 }
  await askAhead(entries, importer)
  for (const entry of entries) {
    // The client continues with another call. Handle at least one entry, so that every call makes progress.
    if (result.handled > 0 && Date.now() - startedMs > totalMs) break
    const { line } = entry
    const title = nameOf(entry)
    try {
      const [href] = addressesOf(entry)
      const known = href === undefined ? null : await media.detect(href, { waitMs: 0 })
      const input = inputOf(entry, known?.media.artist)
      // Its file need not be copied again, and may be gone since.
      const isHeld = known !== null && uploadAt(known.media.href) !== null && (await posts.existingMedia(beadId, [known.mediaKey])).size > 0
      if (isHeld) throw new StrandError('conflict')
      // As an import: mentioned members were notified when the text was written, and a file may mention thousands.
      await media.fromMemory(() => posts.create(beadId, input, viewer, true))
      result.added += 1
    } catch (error) {
      if (!(error instanceof StrandError)) log.error({ beadId, line, error }, 'an entry of a file could not be imported')
      const code = error instanceof StrandError ? error.code : 'internal'
      // The error would affect all further entries.
      if (code === 'forbidden' || code === 'not_found' || code === 'unavailable' || code === 'internal') {
        if (result.handled === 0) throw error
        return result
      }
      if (code === 'conflict') result.repeats.push({ line, title })
      else result.failed.push({ line, title, reason: (error as StrandError).message })
    }
    result.handled += 1
  }
  return result
}
