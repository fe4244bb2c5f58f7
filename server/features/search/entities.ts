import { EntitySchema } from 'typeorm'
import type { Change } from '#search/port.ts'
import { count, instant, position, text } from '#db/columns.ts'

/** A line of the log that search indexes follow. */
export interface SearchChangeRow extends Change {
  creationDate: string
}

export const SearchChangeEntity = new EntitySchema<SearchChangeRow>({
  name: 'search_change',
  columns: { position: position({ primary: true }), type: text(6), id: text(64), creationDate: instant() },
})

/** The one row that counts the log's positions. Whoever appends locks it, so that positions grow by commit. */
export interface SearchHeadRow {
  id: number
  /**
   * Of the latest change. It begins with the time of its making (ms), so that an index that lies in the
   * data directory of another database is not taken for one of this one: see `changes` in source.ts.
   */
  position: number
  /** Of this database and its backups, and of no other. */
  databaseId: string | null
}

export const SearchHeadEntity = new EntitySchema<SearchHeadRow>({
  name: 'search_head',
  columns: { id: count({ primary: true }), position: position(), databaseId: text(32, { nullable: true }) },
})
