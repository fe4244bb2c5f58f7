import { EntitySchema } from 'typeorm'
import type { Media } from '#contract/index.ts'
import { flag, instant, json, text } from '#db/columns.ts'

/** Cleaned information beyond the medium itself. */
export interface About {
  artists?: string[]
  /** Keywords, normalised as tags. */
  tags?: string[]
  description?: string
}

/** Cached result of a look-up. */
export interface LinkRow {
  mediaKey: string
  media: Media
  about: About | null
  /** True if the look-up failed and everything is derived from the address. */
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
