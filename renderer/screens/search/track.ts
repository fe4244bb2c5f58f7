import type { MediaFind } from '#contract/endpoints/mediasearch.ts'
import type { Media } from '#contract/schemas.ts'
import type { Track } from '#player/index.ts'
import { t } from '#texts/index.ts'

/** What the player takes of a find; without streams where nobody knows how it is played. */
export function trackOf(find: MediaFind, media: Media | null): Track {
  const image = find.image ?? media?.image
  const duration = media?.duration ?? find.duration
  return {
    postId: `web:${find._id}`,
    title: find.title,
    href: find.href,
    creator: find.author ?? t.search.sourceNames[find.source],
    bead: { id: '', title: t.search.sourceNames[find.source] },
    external: true,
    type: media?.type ?? find.type,
    source: t.search.sourceNames[find.source],
    streams: media?.media.filter(({ type }) => type !== 'link') ?? [],
    ...(image != null && { image }),
    ...(duration !== undefined && { duration }),
  }
}
