import { EntitySchema } from 'typeorm'
import type { Media } from '#contract/index.ts'
import { flag, instant, json, text } from '#db/columns.ts'

/** What a page or provider says beside the medium, cleaned. */
export interface About {
  artists?: string[]
  /** Keywords, as tags are written. */
  tags?: string[]
  description?: string
}

/** What was learnt of an address, so that it is fetched once. */
export interface LinkRow {
  mediaKey: string
  media: Media
  about: About | null
  /** True where nothing answered and the address alone told what is known. */
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
