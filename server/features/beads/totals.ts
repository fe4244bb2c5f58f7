import type { DataSource } from 'typeorm'
import { sql } from '#db/sql.ts'

/** The fields of a playlist that decide in which totals it is counted. */
export interface Counted {
  category: string
  isDraft: boolean
  isFeed: boolean
  groupId: string | null
}

/** Numbers of published playlists, cached, so that lists need not count rows at every request. */
export interface Totals {
  /** @param filter.open counts only open playlists that are not feeds. */
  beads(filter: { category?: string | undefined; excludeFeeds?: boolean; open?: boolean }): Promise<number>
  /** Applies a committed change of this process. `before` is null for a new playlist, `after` for a deleted one. */
  changed(before: Counted | null, after: Counted | null): void
}

interface Census {
  /** When it was counted, by `performance.now()`. */
  at: number
  /** Duration of the count (ms). */
  took: number
  /** Numbers per category: all playlists, those with `isFeed`, and open ones that are not feeds. */
  categories: Map<string, { beads: number; feeds: number; open: number }>
}

type Row = { category: string; beads: number | string }

/** Lifetime of the cache (ms): changes by other processes become visible after this time. */
const keepMs = 10_000
/**
 * A slow count is cached for longer: this multiple of its duration, so that counting takes 1/3000 of the time at most.
 */
const share = 3000
/** If the last count took less than this (ms), a change of this process invalidates the cache. */
const quick = 2

/**
 * Counts all categories at once, for all lists. The changes of this process are also added to the cached numbers, which
 * keeps them right while counting is slow and therefore rare.
 */
export function createTotals(db: DataSource): Totals {
  let census: Census | null = null
  let counting: Promise<Census> | null = null
  /** Whether this process has changed a playlist since the last count started. */
  let dirty = false

  /** Both statements read only an index, not the table. */
  async function count(): Promise<Census> {
    const startedMs = performance.now()
    dirty = false
    const [all, open] = await Promise.all([
      sql<Row & { feeds: number | string }>(
        db,
        'SELECT "category", COUNT(*) AS "beads", SUM(CASE WHEN "isFeed" THEN 1 ELSE 0 END) AS "feeds" FROM "bead" WHERE "isDraft" = FALSE GROUP BY "category"',
      ),
      sql<Row>(
        db,
        'SELECT "category", COUNT(*) AS "beads" FROM "bead" WHERE "isDraft" = FALSE AND "groupId" IS NULL AND "isFeed" = FALSE GROUP BY "category"',
      ),
    ])
    const openIn = (category: string): number => Number(open.find((row) => row.category === category)?.beads ?? 0)
    const categories = new Map(
      all.map(({ category, beads, feeds }) => [category, { beads: Number(beads), feeds: Number(feeds), open: openIn(category) }]),
    )
    return { at: performance.now(), took: performance.now() - startedMs, categories }
  }

  const isGood = ({ at, took }: Census): boolean => !(dirty && took < quick) && performance.now() - at < Math.max(keepMs, took * share)

  async function read(): Promise<Census> {
    if (census && isGood(census)) return census
    counting ??= count().finally(() => (counting = null))
    return (census = await counting)
  }

  function add(bead: Counted | null, sign: 1 | -1): void {
    if (!census || bead === null || bead.isDraft) return
    const known = census.categories.get(bead.category) ?? { beads: 0, feeds: 0, open: 0 }
    census.categories.set(bead.category, {
      beads: known.beads + sign,
      feeds: known.feeds + (bead.isFeed ? sign : 0),
      open: known.open + (bead.groupId === null && !bead.isFeed ? sign : 0),
    })
  }

  return {
    async beads({ category, excludeFeeds = false, open = false }) {
      const { categories } = await read()
      const counted = category === undefined ? [...categories.values()] : [categories.get(category) ?? { beads: 0, feeds: 0, open: 0 }]
      return counted.reduce((total, one) => total + (open ? one.open : excludeFeeds ? one.beads - one.feeds : one.beads), 0)
    },

    changed(before, after) {
      dirty = true
      add(before, -1)
      add(after, 1)
    },
  }
}
