/** Computes the result that an import would have, from cached data only: without writes and network requests. */
import { limits, shorten, tidy, type Answer } from '#contract/index.ts'
import { StrandError } from '#http/errors.ts'
import type { MediaService } from '../media/service.ts'
import { givenFields, textKey, type Posts } from '../posts/service.ts'
import type { Entry } from './entry.ts'
import { addressesOf, inputOf, nameOf } from './import.ts'

type PreviewEntry = Answer<'POST /api/v0/beads/import/preview'>['entries'][number]

interface PreviewDeps {
  posts: Pick<Posts, 'existingMedia' | 'existingTexts'>
  media: Pick<MediaService, 'detect'>
  publicUrl: string
}

interface Previewed {
  preview: PreviewEntry
  /**
   * Identifies repeats: the key of the medium or, for a text post, of its text. Null for an entry that would be
   * refused.
   */
  key: string | null
  /** HTML of a text post. */
  description?: string
}

async function previewEntry(entry: Entry, { media, publicUrl }: PreviewDeps): Promise<Previewed> {
  const { line, artist, duration } = entry
  const [href] = addressesOf(entry)
  const about = { line, ...(href === undefined ? {} : { href }) }
  try {
    const known = href === undefined ? null : await media.detect(href, { waitMs: 0 })
    const input = inputOf(entry, known?.media.artist)
    const medium = known && { ...known.media, ...givenFields(known.media, input.media!, publicUrl) }
    const [by, length] = [medium?.artist ?? artist, medium?.duration ?? duration]
    const title = tidy(input.title ?? '') || shorten(medium?.title ?? '', limits.postTitle.max)
    const description = input.description ?? ''
    return {
      ...(known ? { key: known.mediaKey } : { key: textKey({ title, description }), description }),
      preview: {
        ...about,
        title,
        state: 'new',
        ...(by === undefined ? {} : { artist: by }),
        ...(length === undefined ? {} : { duration: length }),
      },
    }
  } catch (error) {
    if (!(error instanceof StrandError)) throw error
    return { key: null, preview: { ...about, title: nameOf(entry), state: 'refused', reason: error.message } }
  }
}

/** Previews of the entries, in order. @param beadId null for a playlist that does not exist yet. */
export async function previewEntries(beadId: string | null, entries: readonly Entry[], deps: PreviewDeps): Promise<PreviewEntry[]> {
  const found = []
  for (const entry of entries) found.push(await previewEntry(entry, deps))
  const keys = found.flatMap(({ key, description }) => (key === null || description !== undefined ? [] : [key]))
  const texts = found.flatMap(({ description, preview: { title } }) => (description === undefined ? [] : [{ title, description }]))
  // Keys of the posts in the playlist, and of the entries so far.
  const there = new Set(
    beadId === null
      ? []
      : [...(await deps.posts.existingMedia(beadId, [...new Set(keys)])), ...(await deps.posts.existingTexts(beadId, texts))],
  )
  return found.map(({ key, preview }) => {
    if (key === null) return preview
    const repeat = there.has(key)
    there.add(key)
    return repeat ? { ...preview, state: 'repeat' } : preview
  })
}
