import { EntitySchema } from 'typeorm'
import type { Media } from '#contract/index.ts'
import { flag, instant, json, text } from '#db/columns.ts'

/** Metadata of a medium that `Media` does not contain, sanitised. */
export interface About {
  artists?: string[]
  /** Keywords of the page, normalised to tags. */
  tags?: string[]
  description?: string
}

/** The metadata of a link, cached. `links.ts` writes, reads and deletes these rows. */
export interface LinkRow {
  mediaKey: string
  media: Media
  about: About | null
  /** True if the look-up failed, so that `media` is derived from the address alone. */
  byUri: boolean
  fetchedDate: string
}

export const LinkEntity = new EntitySchema<LinkRow>({
  name: 'link',
  columns: {
    mediaKey: text(400, { primary: true }),
    media: json(),
    about: json({ nullable: true }),
    byUri: flag(),
    fetchedDate: instant(),
  },
  indices: [{ name: 'link_fetched', columns: ['fetchedDate', 'mediaKey'] }],
})
