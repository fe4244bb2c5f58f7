import type { DataSource } from 'typeorm'
import { bool, sql, type RawBoolean } from '../../db/sql.ts'

/** How many published playlists there are. */
export interface Totals {
  beads(filter: { category?: string | undefined; excludeFeeds?: boolean }): Promise<number>
  /** Something was published, deleted or moved by this process. */
  changed(): void
}

interface Census {
  category: string
  isFeed: RawBoolean
  beads: number | string
}

/** Other processes change things too; what they do shows after this long (ms). */
const keepMs = 10_000

/** One count for all lists instead of one for each request: the whole is counted when it has changed. */
export function createTotals(db: DataSource): Totals {
  let census: { at: number; rows: Promise<Census[]> } | null = null

  const read = (): Promise<Census[]> => {
    if (census && Date.now() - census.at < keepMs) return census.rows
    const rows = sql<Census>(
      db,
      'SELECT "category", "isFeed", COUNT(*) AS "beads" FROM "bead" WHERE "isDraft" = FALSE GROUP BY "category", "isFeed"',
    )
    const taken = { at: Date.now(), rows }
    census = taken
    rows.catch(() => {
      if (census === taken) census = null
    })
    return rows
  }

  return {
    beads: async ({ category, excludeFeeds = false }) =>
      (await read())
        .filter((row) => (category === undefined || row.category === category) && !(excludeFeeds && bool(row.isFeed)))
        .reduce((total, row) => total + Number(row.beads), 0),

    changed: () => {
      census = null
    },
  }
}
