import type { Media } from '#contract/schemas.ts'
import type { Track } from '#player/index.ts'

/** The player's track for a medium of another site that is not a post (L6); null if it has no playable stream. */
export function externalTrack(media: Media): Track | null {
  const streams = media.media.filter((stream) => stream.type !== 'link')
  if (streams.length === 0) return null
  const image = media.image ?? streams.find((stream) => stream.image !== undefined)?.image
  return {
    external: true,
    postId: `web:${media.href}`,
    title: media.title,
    href: media.href,
    creator: media.artist ?? media.source,
    bead: { id: '', title: media.source },
    type: media.type,
    source: media.source,
    streams,
    ...(image !== undefined && { image }),
    ...(media.duration !== undefined && { duration: media.duration }),
  }
}
