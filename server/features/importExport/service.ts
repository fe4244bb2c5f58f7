/** The service that exports playlists to files of other programs and imports them. See the README. */
import { Readable } from 'node:stream'
import type { Logger } from 'pino'
import type { Viewer } from '#access/viewer.ts'
import {
  cut,
  endpoints,
  limits,
  messages,
  normaliseTags,
  shorten,
  slugify,
  tidy,
  type Answer,
  type CallOutput,
  type Bead,
  type Page,
  type Post,
} from '#contract/index.ts'
import { StrandError } from '#http/errors.ts'
import type { RawAnswer } from '#http/mount.ts'
import type { Beads } from '../beads/service.ts'
import type { MediaService } from '../media/service.ts'
import type { Posts } from '../posts/service.ts'
import { entryOf, headOf, type PlaylistFile } from './entry.ts'
import { formats, readPlaylist, type FormatName } from './format.ts'
import { importEntries } from './import.ts'
import { previewEntries } from './preview.ts'

export type { FormatName } from './format.ts'

export interface Transfer {
  /** The file as a streamed answer. Throws the errors of `beads.get`. */
  export(beadId: string, format: FormatName, viewer: Viewer | null): Promise<RawAnswer>
  /** The content of the file in parts, for the archive of a member's data. */
  write(bead: Bead, format: FormatName, viewer: Viewer | null): AsyncIterable<string>
  /**
   * The result that an import would have. Throws as `import`; without a playlist, `forbidden` if the member may not
   * create one with posts.
   */
  preview(
    input: CallOutput<'POST /api/v0/beads/import/preview'>['body'],
    viewer: Viewer,
  ): Promise<Answer<'POST /api/v0/beads/import/preview'>>
  /**
   * Imports the entries from position `from`. If `next` in the answer is a number, another request must continue there.
   * Throws `invalid` for an unreadable file, and as `posts.create` if the member may not post.
   */
  import(
    beadId: string,
    input: CallOutput<'POST /api/v0/beads/:id/import'>['body'],
    viewer: Viewer,
  ): Promise<Answer<'POST /api/v0/beads/:id/import'>>
}

export interface TransferDeps {
  log: Pick<Logger, 'error'>
  beads: Pick<Beads, 'get'>
  posts: Pick<Posts, 'list' | 'create' | 'existingMedia' | 'existingTexts' | 'demandWriter'>
  media: Pick<MediaService, 'detect' | 'fromMemory'>
  publicUrl: string
  /** Maximum duration of look-ups, and of a whole import (ms). */
  askMs?: number
  totalMs?: number
}

/** Maximum duration of an import (ms), before its last entry. Proxies wait longer (deploy/). */
export const importMs = 40_000

/** Fields of a new playlist, from the data about the playlist in a file. */
function headFor({ title, description, tags }: Omit<PlaylistFile, 'entries'>): { title?: string; description?: string; tags: string[] } {
  const named = shorten(tidy(title ?? ''), limits.beadTitle.max)
  const about = cut((description ?? '').trim(), limits.beadDescription.max)
  return { ...(named === '' ? {} : { title: named }), ...(about === '' ? {} : { description: about }), tags: normaliseTags(tags ?? []) }
}

/** Posts per read. */
const chunk = 200

export function createTransfer({ log, beads, posts, media, publicUrl, askMs = 15_000, totalMs = importMs }: TransferDeps): Transfer {
  /** A page of the playlist's posts: in curated order if that is its default, otherwise oldest first. */
  const read = ({ id, sort }: Bead, from: number, viewer: Viewer | null): Promise<Page<Post>> =>
    posts.list(
      endpoints['GET /api/v0/posts'].query.parse({ bead: id, sort: sort === 'curated' ? sort : 'earliest', from, limit: chunk }),
      viewer,
    )

  /** @param first the first page, if it has been read already. */
  async function* write(bead: Bead, format: FormatName, viewer: Viewer | null, first?: Page<Post>): AsyncGenerator<string> {
    const { begin, entry, end } = formats[format].writer(headOf(bead, publicUrl))
    yield begin
    let line = 0
    for (
      let page: Page<Post> | null = first ?? (await read(bead, 0, viewer));
      page;
      page = page.next === null ? null : await read(bead, page.next, viewer)
    )
      yield page.results.map((post) => entry(entryOf(post, (line += 1), publicUrl), line === 1)).join('')
    yield end
  }

  /** Throws `forbidden` unless the member may create a playlist and post into it. */
  function demandCreator({ privileges }: Viewer): void {
    if (!privileges.canCreateBead) throw new StrandError('forbidden', messages.cannotCreateBead)
    if (!privileges.canPost) throw new StrandError('forbidden', messages.cannotPost)
    if (!privileges.canCreatePost) throw new StrandError('forbidden', messages.cannotCreatePost)
  }

  return {
    write,

    async export(beadId, format, viewer) {
      const bead = await beads.get(beadId, viewer)
      const { type, extension } = formats[format]
      // Read the first page before the response starts: later errors could not change its status.
      const first = await read(bead, 0, viewer)
      const name = encodeURIComponent(`${slugify(bead.title)}.${extension}`)
      return {
        body: Readable.from(write(bead, format, viewer, first)),
        type,
        headers: { 'Content-Disposition': `attachment; filename="${bead.id}.${extension}"; filename*=UTF-8''${name}` },
      }
    },

    async preview({ content, format: givenFormat, from, bead }, viewer) {
      if (bead === undefined) demandCreator(viewer)
      else await posts.demandWriter(bead, viewer)
      const { format, entries, ...head } = await readPlaylist(content, givenFormat)
      const part = entries.slice(from, from + limits.import.entries)
      const next = from + part.length
      return {
        format,
        ...headFor(head),
        total: entries.length,
        entries: await previewEntries(bead ?? null, part, { posts, media, publicUrl }),
        next: next < entries.length && part.length > 0 ? next : null,
      }
    },

    async import(beadId, { content, format: givenFormat, from }, viewer) {
      await posts.demandWriter(beadId, viewer)
      const { format, entries } = await readPlaylist(content, givenFormat)
      const part = entries.slice(from, from + limits.import.entries)
      const { added, repeats, failed, handled } = await importEntries(beadId, part, viewer, { posts, media, log, askMs, totalMs })
      const next = from + handled
      return { format, total: entries.length, added, repeated: repeats.length, repeats, failed, next: next < entries.length ? next : null }
    },
  }
}
