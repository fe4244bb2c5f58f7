import { StrandError } from './errors.ts'
import { createMemo } from './memo.ts'
import type { Mount } from './mount.ts'

export interface Health {
  database: 'sqlite' | 'postgres'
  /** Rejects if the database does not answer. */
  ping(): Promise<unknown>
  /** Rejects if no search index answers. */
  pingSearch(): Promise<unknown>
  /** Free bytes on the disk of the data directory; null if unknown. */
  freeBytes(): Promise<number | null>
  /** Whether the server will stop: it answers, and wants no further requests. */
  isDraining(): boolean
}

/** Below this, uploads and SQLite fail soon. Ours. */
const minFreeBytes = 200_000_000

/** Anyone can ask as often as the general limit allows: search and disk are asked at most once in this time (ms). */
const maxAgeMs = 1000

const stateOf = (check: Promise<unknown>): Promise<'ok' | 'unavailable'> =>
  check.then(
    () => 'ok',
    () => 'unavailable',
  )

/** For monitoring (`/healthz`) and for load balancers (`/readyz`). */
export function healthRoute(mount: Mount, { database, ping, pingSearch, freeBytes, isDraining }: Health): void {
  const reports = createMemo<{ search: 'ok' | 'unavailable'; disk: 'ok' | 'low' }>({ size: 1, ttlMs: () => maxAgeMs })

  async function demandDatabase(): Promise<void> {
    try {
      await ping()
    } catch {
      throw new StrandError('unavailable')
    }
  }

  mount('GET /healthz', async () => {
    await demandDatabase()
    return { status: 'ok', database, uptime: Math.round(process.uptime()) }
  })

  mount('GET /readyz', async () => {
    if (isDraining()) throw new StrandError('unavailable')
    await demandDatabase()
    // Reported only: they fail on all servers at once, and pages without search are better than none.
    const { search, disk } = await reports.get('', async () => {
      const bytes = await freeBytes()
      return { search: await stateOf(pingSearch()), disk: bytes !== null && bytes < minFreeBytes ? 'low' : 'ok' }
    })
    return { status: 'ready', checks: { database: 'ok', search, disk } }
  })
}
