import type { DataSource } from 'typeorm'
import { sql } from '#db/sql.ts'

/** The properties that a published playlist is counted by. */
export interface Counted {
  category: string
  isDraft: boolean
  isFeed: boolean
  groupId: string | null
}

/** Cached numbers of published playlists. */
export interface Totals {
  /**
   *
   * @param filter.open only playlists that every member may post to.
   */
  beads(filter: { category?: string | undefined; excludeFeeds?: boolean; open?: boolean }): Promise<number>
  /** Updates the counts after a commit: `before` is null for a new playlist, `after` for a deleted one. */
  changed(before: Counted | null, after: Counted | null): void
}

interface Census {
  at: number
  /** Duration of the count (ms). */
  took: number
  /** Per category: all playlists, feeds among them, and open ones. */
  categories: Map<string, { beads: number; feeds: number; open: number }>
}

type Row = { category: string; beads: number | string }

/** Cache lifetime (ms): delay until changes of other processes are visible, … */
const keepMs = 10_000
/** … or this many times the duration of the count, if that is longer. */
const share = 3000
/** Below this duration (ms) the count is repeated after each change. */
const quick = 2

/**
 * One cached count for all lists. On large databases this process applies its own changes to the cached count, and rarely counts again.
 */
export function createTotals(db: DataSource): Totals {
  let census: Census | null = null
  let counting: Promise<Census> | null = null
  let dirty = false

  /** Index-only scans. */
  async function count(): Promise<Census> {
    const begun = performance.now()
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
    return { at: performance.now(), took: performance.now() - begun, categories }
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
