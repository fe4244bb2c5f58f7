/** Creates posts from the entries of a file, in order, by the same rules as for posts that members write. */
import type { Logger } from 'pino'
import type { Viewer } from '#access/viewer.ts'
import { cut, endpoints, limits, messages, shorten, type CallOutput } from '#contract/index.ts'
import { StrandError } from '#http/errors.ts'
import { uploadAt } from '../images/service.ts'
import type { MediaService } from '../media/service.ts'
import type { Posts } from '../posts/service.ts'
import type { Entry } from './entry.ts'

type PostInput = CallOutput<'POST /api/v0/posts/:id'>['body']

/** Number of concurrent look-ups of URLs. Less than the HTTP client allows, so that other requests can use it too. */
const workers = 8

/**
 * Whether an address can be imported. A name or path without http(s) refers to a local file of the exporting program.
 */
const isWebAddress = (href: string): boolean => /^https?:\/\//i.test(href) && href.length <= limits.url

/** The URLs of an entry that can be imported: first that of the medium, then those of alternative streams. */
export function addressesOf({ hrefs, extra }: Entry): string[] {
  const candidates = extra?.media ? [extra.media.href, ...extra.media.media.slice(1).map(({ href }) => href)] : hrefs
  return [...new Set(candidates.filter(isWebAddress))].slice(0, limits.streams)
}

/** The field `who` of a medium, from an artist's name. */
const credit = (name: string | undefined): string[] | undefined => (name === undefined ? undefined : [cut(name, limits.who.length)])

/** An object with the field, or an empty one if the value is undefined. */
const given = <T>(name: string, value: T | undefined): Record<string, T> => (value === undefined ? {} : { [name]: value })

/**
 * The body of the request with which a member would create the post, before validation. Null for an entry that cannot
 * be a post.
 * @param artist of the medium, as known from its URL. If the file has the same one, the body omits it.
 */
function bodyOf(entry: Entry, artist: string | undefined): object | null {
  const { extra } = entry
  const [href, ...others] = addressesOf(entry)
  const title = extra?.title ?? entry.title
  const text = {
    ...(title === undefined ? {} : { title: shorten(title, limits.postTitle.max) }),
    // Descriptions of other programs are plain text: escape them.
    description: extra?.description ?? cut((entry.description ?? '').replace(/&/g, '&amp;').replace(/</g, '&lt;'), limits.text.max),
    tags: extra?.tags ?? entry.tags?.slice(0, 100).map((tag) => tag.slice(0, 200)) ?? [],
  }
  // In Strand's own files, an entry without a URL can be a post without a medium; in others it is unusable.
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

/** The validated input of a post. Throws `invalid` with the first error. */
export function inputOf(entry: Entry, artist: string | undefined): PostInput {
  const body = bodyOf(entry, artist)
  if (body === null) throw new StrandError('invalid', messages.importNoAddress)
  const parsed = endpoints['POST /api/v0/posts/:id'].body.safeParse(body)
  if (!parsed.success) throw new StrandError('invalid', parsed.error.issues[0]?.message)
  return parsed.data
}

/** The title of an entry in the report of an import. */
export const nameOf = ({ extra, title, hrefs }: Entry): string => shorten(extra?.title ?? title ?? hrefs[0] ?? '', limits.postTitle.max)

/** The report of an import. */
export interface ImportResult {
  added: number
  /** Entries that the playlist has already. */
  repeats: { line: number; title: string }[]
  failed: { line: number; title: string; reason: string }[]
  /** Number of entries that were processed, with any result. The next request continues after them. */
  handled: number
}

export interface Importer {
  posts: Pick<Posts, 'create' | 'existingMedia'>
  media: Pick<MediaService, 'detect' | 'fromMemory'>
  log: Pick<Logger, 'error'>
  /** Maximum duration of the look-ups, and of the whole import (ms). */
  askMs: number
  totalMs: number
}

/**
 * Looks up all URLs concurrently, to fill the cache of `media`, for at most `askMs`. For a URL whose look-up is not
 * complete by then, the post has only what the URL itself reveals, so that slow hosts cannot block the import.
 */
async function askAhead(entries: readonly Entry[], { media, askMs }: Importer): Promise<void> {
  const until = Date.now() + askMs
  // An iterator, shared by all workers.
  const waiting = [...new Set(entries.flatMap(addressesOf))].values()
  const work = async (): Promise<void> => {
    for (const href of waiting) {
      const left = until - Date.now()
      if (left <= 0) return
      // An invalid URL is reported when its post is created.
      await media.detect(href, { waitMs: Math.min(left, 4_000) }).catch(() => undefined)
    }
  }
  await Promise.all(Array.from({ length: workers }, work))
}

/** Creates the posts one by one. Stops early when the time is over; see `handled`. */
export async function importEntries(beadId: string, entries: readonly Entry[], viewer: Viewer, importer: Importer): Promise<ImportResult> {
  const { posts, media, log, totalMs } = importer
  const startedMs = Date.now()
  const result: ImportResult = { added: 0, repeats: [], failed: [], handled: 0 }
  await askAhead(entries, importer)
  for (const entry of entries) {
    // The client continues with another request. At least one entry is processed, so that every request makes progress.
    if (result.handled > 0 && Date.now() - startedMs > totalMs) break
    const { line } = entry
    const title = nameOf(entry)
    try {
      const [href] = addressesOf(entry)
      const known = href === undefined ? null : await media.detect(href, { waitMs: 0 })
      const input = inputOf(entry, known?.media.artist)
      // Creating a post with an uploaded picture copies its file. If the playlist has the same picture already, report
      // the repeat without copying; the file may have been deleted.
      const isHeld = known !== null && uploadAt(known.media.href) !== null && (await posts.existingMedia(beadId, [known.mediaKey])).size > 0
      if (isHeld) throw new StrandError('conflict')
      // `true` (an import) sends no notifications of mentions: the members were notified when the text was written, and
      // a file could mention thousands.
      await media.fromMemory(() => posts.create(beadId, input, viewer, true))
      result.added += 1
    } catch (error) {
      if (!(error instanceof StrandError)) log.error({ beadId, line, error }, 'an entry of a file could not be imported')
      const code = error instanceof StrandError ? error.code : 'internal'
      // Stop at an error that all further entries would have too; throw it if there is no result to report yet.
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
