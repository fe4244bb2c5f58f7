/** What would become of the entries of a file, told from what is known: nothing is written, and nobody outside is asked. */
import { limits, shorten, tidy, type Answer } from '../../contract/index.ts'
import { StrandError } from '../../http/errors.ts'
import type { MediaService } from '../media/service.ts'
import { saidOf, type Posts } from '../posts/service.ts'
import type { Entry } from './entry.ts'
import { addressesOf, inputOf, nameOf } from './import.ts'

type PreviewEntry = Answer<'POST /api/v0/beads/import/preview'>['entries'][number]

interface PreviewDeps {
  posts: Pick<Posts, 'held'>
  media: Pick<MediaService, 'detect'>
  publicUrl: string
}

/** With the key by which a repeat is found; a text alone has none. */
async function previewEntry(entry: Entry, { media, publicUrl }: PreviewDeps): Promise<{ preview: PreviewEntry; key: string | null }> {
  const { line, artist, duration } = entry
  const [href] = addressesOf(entry)
  const about = { line, ...(href === undefined ? {} : { href }) }
  try {
    const known = href === undefined ? null : await media.detect(href, { waitMs: 0 })
    const input = inputOf(entry, known?.media.artist)
    const medium = known && { ...known.media, ...saidOf(known.media, input.media!, publicUrl) }
    const [by, length] = [medium?.artist ?? artist, medium?.duration ?? duration]
    return {
      key: known?.mediaKey ?? null,
      preview: {
        ...about, title: tidy(input.title ?? '') || shorten(medium?.title ?? '', limits.postTitle.max), state: 'new',
        ...(by === undefined ? {} : { artist: by }), ...(length === undefined ? {} : { duration: length }),
      },
    }
  } catch (error) {
    if (!(error instanceof StrandError)) throw error
    return { key: null, preview: { ...about, title: nameOf(entry), state: 'refused', reason: error.message } }
  }
}

/** @param beadId null for a playlist that is not there yet. */
export async function previewEntries(beadId: string | null, entries: readonly Entry[], deps: PreviewDeps): Promise<PreviewEntry[]> {
  const found = []
  for (const entry of entries) found.push(await previewEntry(entry, deps))
  const keys = found.flatMap(({ key }) => (key === null ? [] : [key]))
  const there = beadId === null ? new Set<string>() : await deps.posts.held(beadId, [...new Set(keys)])
  return found.map(({ key, preview }) => {
    if (key === null) return preview
    const repeat = there.has(key)
    there.add(key)
    return repeat ? { ...preview, state: 'repeat' } : preview
  })
}
