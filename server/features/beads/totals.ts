import type { DataSource } from 'typeorm'
import { sql } from '#db/sql.ts'

/** The fields that totals depend on. */
export interface Counted {
  category: string
  isDraft: boolean
  isFeed: boolean
  groupId: string | null
}

/** Cached totals of published playlists. */
export interface Totals {
  /** @param filter.open only open playlists. */
  beads(filter: { category?: string | undefined; excludeFeeds?: boolean; open?: boolean }): Promise<number>
  /** Applies a committed change of this process; null before creation and after deletion. */
  changed(before: Counted | null, after: Counted | null): void
}

interface Census {
  at: number
  /** Duration of the count (ms). */
  took: number
  /** Per category: all, feeds, and open ones. */
  categories: Map<string, { beads: number; feeds: number; open: number }>
}

type Row = { category: string; beads: number | string }

/** Cache lifetime (ms), the delay for changes by other processes, … */
const keepMs = 10_000
/** … or this multiple of the count's duration, if longer. */
const share = 3000
/** If counting takes less (ms), every change invalidates instead. */
const quick = 2

/** One count for all lists. If counting is slow, this process adjusts its cached totals with its own changes and rarely counts again. */
export function createTotals(db: DataSource): Totals {
  let census: Census | null = null
  let counting: Promise<Census> | null = null
  let dirty = false

  /** Both are index-only. */
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
