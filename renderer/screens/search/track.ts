import type { MediaResult } from '#contract/endpoints/mediasearch.ts'
import type { Media } from '#contract/schemas.ts'
import type { Track } from '#player/index.ts'
import { t } from '#texts/index.ts'

/** A result of another service as a track; without streams if it cannot be played. */
export function trackOf(result: MediaResult, media: Media | null): Track {
  const image = result.image ?? media?.image
  const duration = media?.duration ?? result.duration
  return {
    postId: `web:${result._id}`,
    title: result.title,
    href: result.href,
    creator: result.author ?? t.search.sourceNames[result.source],
    bead: { id: '', title: t.search.sourceNames[result.source] },
    external: true,
    type: media?.type ?? result.type,
    source: t.search.sourceNames[result.source],
    streams: media?.media.filter(({ type }) => type !== 'link') ?? [],
    ...(image != null && { image }),
    ...(duration !== undefined && { duration }),
  }
}
