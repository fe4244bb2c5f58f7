import type { Media } from '#contract/schemas.ts'

/** The fields of an image post that the gallery needs before it has loaded the whole post. */
export interface ImagePost {
  id: string
  title: string
  bead: { id: string }
  media: Pick<Media, 'type' | 'image' | 'media'> | null
}
