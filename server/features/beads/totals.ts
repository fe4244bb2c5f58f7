import type { DataSource } from 'typeorm'
import { bool, sql, type RawBoolean } from '../../db/sql.ts'

/** How many published playlists there are. */
export interface Totals {
  /** @param filter.open only those that take everybody's posts. */
  beads(filter: { category?: string | undefined; excludeFeeds?: boolean; open?: boolean }): Promise<number>
  /** Something was published, deleted or moved by this process. */
  changed(): void
}

interface Census {
  category: string
  isFeed: RawBoolean
  isOpen: RawBoolean
  beads: number | string
}

/** Other processes change things too; what they do shows after this long (ms). */
const keepMs = 10_000
/** A census that takes long is taken less often, so that it never costs more than one part in so many of the time. */
const share = 30

/** One count for all lists instead of one for each request: the whole is counted when it has changed. */
export function createTotals(db: DataSource): Totals {
  let census: { at: number; took: number; rows: Promise<Census[]> } | null = null
  let changed = false

  function take(): Promise<Census[]> {
    const at = performance.now()
    const rows = sql<Census>(
      db,
      `SELECT "category", "isFeed", "isOpen", COUNT(*) AS "beads" FROM (
         SELECT "category", "isFeed", "groupId" IS NULL AS "isOpen" FROM "bead" WHERE "isDraft" = FALSE
       ) b GROUP BY "category", "isFeed", "isOpen"`,
    )
    const taken = { at, took: 0, rows }
    census = taken
    changed = false
    rows.then(
      () => (taken.took = performance.now() - at),
      () => {
        if (census === taken) census = null
      },
    )
    return rows
  }

  const read = (): Promise<Census[]> => {
    if (census === null) return take()
    const age = performance.now() - census.at
    const enough = changed ? census.took * share : keepMs
    // What takes a moment is asked again at once; what takes long may be a little old.
    return age < enough && !(changed && census.took < 2) ? census.rows : take()
  }

  return {
    beads: async ({ category, excludeFeeds = false, open = false }) =>
      (await read())
        .filter((row) => (category === undefined || row.category === category) && !(excludeFeeds && bool(row.isFeed)) && !(open && !bool(row.isOpen)))
        .reduce((total, row) => total + Number(row.beads), 0),

    changed: () => {
      changed = true
    },
  }
}
