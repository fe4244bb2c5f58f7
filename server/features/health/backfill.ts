/**
 * Counts the dead posts of all playlists: for databases that are older than the counters, and for demo and benchmark data, which are
 * inserted without them. Expects empty tables.
 */
import { playabilityOf, type LinkProvider, type Media } from '#contract/index.ts'
import { shardOf } from './counting.ts'
import { allProviders } from './entities.ts'

/** Runs a statement with the database's placeholders: `$1`, `$2`… or `?`. */
export type Run = (statement: string, values?: unknown[]) => Promise<unknown>

interface Counted {
  id: string
  beadId: string
  media: string | null
  checkedDate: string | null
}

interface Sum {
  total: number
  dead: number
}

/** Posts per read. */
const pageRows = 2000
/** Rows per INSERT. */
const insertRows = 500

const add = <K>(sums: Map<K, Sum>, key: K, isDead: boolean): void => {
  const { total, dead } = sums.get(key) ?? { total: 0, dead: 0 }
  sums.set(key, { total: total + 1, dead: dead + Number(isDead) })
}

export async function backfillHealth(run: Run, postgres: boolean): Promise<void> {
  const placeholder = (n: number): string => (postgres ? `$${n}` : '?')
  const overall = new Map<string, Sum>()
  /** The playlist of the last post that was read, whose posts can continue on the next page. */
  let current: { beadId: string; sums: Map<LinkProvider | typeof allProviders, Sum>; checkedDate: string | null } | null = null
  let rows: unknown[][] = []

  async function insert(table: string, columns: readonly string[], values: readonly unknown[][]): Promise<void> {
    for (let from = 0; from < values.length; from += insertRows) {
      const batch = values.slice(from, from + insertRows)
      const tuples = batch.map((_row, n) => `(${columns.map((_column, m) => placeholder(n * columns.length + m + 1)).join(', ')})`)
      const names = columns.map((column) => `"${column}"`).join(', ')
      await run(`INSERT INTO "${table}" (${names}) VALUES ${tuples.join(', ')}`, batch.flat())
    }
  }

  function finishBead(): void {
    if (current === null) return
    const { beadId, sums, checkedDate } = current
    for (const [provider, { total, dead }] of sums)
      rows.push([beadId, provider, total, dead, dead / total, provider === allProviders ? checkedDate : null])
    current = null
  }

  function count({ beadId, media, checkedDate }: Counted): void {
    if (current?.beadId !== beadId) {
      finishBead()
      current = { beadId, sums: new Map(), checkedDate: null }
    }
    const playability = playabilityOf(media === null ? null : (JSON.parse(media) as Media))
    if (playability === null) return
    for (const provider of [allProviders, playability.provider] as const) add(current!.sums, provider, playability.isDead)
    add(overall, `${playability.provider} ${shardOf(beadId)}`, playability.isDead)
    if (checkedDate !== null && checkedDate > (current!.checkedDate ?? '')) current!.checkedDate = checkedDate
  }

  const page = `SELECT p."id", p."beadId", p."media",
      (SELECT MAX(c."checkedDate") FROM "post_link" l JOIN "link_check" c ON c."id" = l."linkId" WHERE l."postId" = p."id") AS "checkedDate"
    FROM "post" p WHERE (p."beadId", p."id") > (${placeholder(1)}, ${placeholder(2)}) ORDER BY p."beadId", p."id" LIMIT ${pageRows}`
  for (let last = ['', '']; ;) {
    const posts = (await run(page, last)) as Counted[]
    for (const post of posts) count(post)
    if (posts.length < pageRows) finishBead()
    await insert('bead_health', ['beadId', 'provider', 'total', 'dead', 'deadShare', 'checkedDate'], rows)
    rows = []
    if (posts.length < pageRows) break
    last = [posts.at(-1)!.beadId, posts.at(-1)!.id]
  }
  const shards = [...overall].map(([key, { total, dead }]) => [...key.split(' '), total, dead])
  await insert('provider_health', ['provider', 'shard', 'total', 'dead'], shards)
}
