import type { Media } from '#contract/schemas.ts'
import type { Track } from '#player/index.ts'

/** The fields of an image post that the gallery needs before it has loaded the whole post. */
export interface ImagePost {
  id: string
  title: string
  bead: { id: string }
  media: (Pick<Media, 'image'> & { type: Track['type']; media: Pick<Track['streams'][number], 'uri'>[] }) | null
}
