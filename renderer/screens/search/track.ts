import type { MediaResult } from '#contract/endpoints/mediasearch.ts'
import type { Media } from '#contract/schemas.ts'
import type { Track } from '#player/index.ts'
import { t } from '#texts/index.ts'

/**
 * Converts a result of another service to a track of the player. Where the player shows the playlist of a post, it
 * shows the service.
 *
 * @param media the streams and details of the link; null if unknown: then the track cannot be played
 */
export function trackOf(result: MediaResult, media: Media | null): Track {
  const image = result.image ?? media?.image
  const duration = media?.duration ?? result.duration
  return {
    postId: `web:${result._id}`,
    title: result.title,
    href: result.href,
    creator: result.author ?? t.search.sourceNames[result.source],
    bead: { id: '', title: t.search.sourceNames[result.source] },
    // Not a post of Strand, so its plays are not reported.
    external: true,
    type: media?.type ?? result.type,
    source: t.search.sourceNames[result.source],
    // Streams of the type `link` are web pages, which the player cannot play.
    streams: media?.media.filter(({ type }) => type !== 'link') ?? [],
    ...(image != null && { image }),
    ...(duration !== undefined && { duration }),
  }
}
