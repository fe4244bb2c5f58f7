import { EntitySchema } from 'typeorm'
import type { Media } from '../../contract/index.ts'
import { flag, instant, json, text } from '../../db/columns.ts'

/** What was learnt of an address, so that it is fetched once. */
export interface LinkRow {
  mediaKey: string
  media: Media
  /** True where nothing answered and the address alone told what is known. */
  byUri: boolean
  fetchedDate: string
}

export const LinkEntity = new EntitySchema<LinkRow>({
  name: 'link',
  columns: { mediaKey: text(400, { primary: true }), media: json(), byUri: flag(), fetchedDate: instant() },
})
