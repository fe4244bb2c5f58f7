import { EntitySchema } from 'typeorm'
import type { Change } from '#search/port.ts'
import { count, instant, position, text } from '#db/columns.ts'

/** An entry of the change log of the search indexes. */
export interface SearchChangeRow extends Change {
  creationDate: string
}

export const SearchChangeEntity = new EntitySchema<SearchChangeRow>({
  name: 'search_change',
  columns: { position: position({ primary: true }), type: text(6), id: text(64), creationDate: instant() },
})

/** The end of the log: one row. Appending locks it, so that positions increase in commit order. */
export interface SearchHeadRow {
  id: number
  /**
   * Position of the latest change. It starts at the creation time of the table (ms), so that an index of another database in the
   * same data directory is recognised as such: see `changes` in source.ts.
   */
  position: number
  /** Identifies this database and its backups. */
  databaseId: string | null
}

export const SearchHeadEntity = new EntitySchema<SearchHeadRow>({
  name: 'search_head',
  columns: { id: count({ primary: true }), position: position(), databaseId: text(32, { nullable: true }) },
})
