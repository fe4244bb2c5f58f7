import { setTimeout as sleep } from 'node:timers/promises'
import { StrandError } from './errors.ts'
import { createMemo } from './memo.ts'
import type { Mount } from './mount.ts'

export interface Health {
  database: 'sqlite' | 'postgres'
  /** Rejects if the database does not answer. */
  ping(): Promise<unknown>
  /** Rejects if no search index is built and answers. */
  pingSearch(): Promise<unknown>
  /** Whether other servers should answer until this one has an index. */
  isWaitingForSearch(): Promise<boolean>
  /** Whether the object store answers. */
  hasUploads(): Promise<boolean>
  /** Changes of the database that the index of this server does not contain yet; null while it is not built. */
  searchLag(): Promise<number | null>
  /** Free bytes on the disk of the data directory; null if unknown. */
  freeBytes(): Promise<number | null>
  isDiskWritable(): Promise<boolean>
  /** Whether the server will stop: it answers, and wants no further requests. */
  isDraining(): boolean
}

/** Below this, uploads and SQLite fail soon. Ours. */
const minFreeBytes = 200_000_000

/** Anyone can ask as often as the general limit allows: everything but the database is asked at most once in this time (ms). */
const maxAgeMs = 1000

/** A check that takes longer (ms) has failed: load balancers wait two seconds for the whole answer. */
const maxCheckMs = 500

/** The result of a check; `fallback` if it fails or takes too long. */
async function within<T>(check: Promise<T>, fallback: T): Promise<T> {
  const timeout = new AbortController()
  const late = sleep(maxCheckMs, fallback, { signal: timeout.signal })
  try {
    return await Promise.race([check, late])
  } catch {
    return fallback
  } finally {
    timeout.abort()
    late.catch(() => undefined)
  }
}

const stateOf = (isAvailable: boolean): 'ok' | 'unavailable' => (isAvailable ? 'ok' : 'unavailable')

/** For monitoring (`/healthz`) and for load balancers (`/readyz`). */
export function healthRoute(mount: Mount, health: Health): void {
  const { database, ping, isDraining } = health

  /**
   * Only the first build of the index makes a server unready: others have one. The rest is reported. Storage of uploads and Meilisearch fail
   * on all servers at once. A full disk does too where it matters, with SQLite and uploads in files; for one of several servers it is the
   * disk of the embedded index, which answers with what it has.
   */
  async function report() {
    const [search, isWaiting, searchLag, uploads, freeBytes, isWritable] = await Promise.all([
      within(
        health.pingSearch().then(() => true),
        false,
      ),
      within(health.isWaitingForSearch(), true),
      within(health.searchLag(), null),
      within(health.hasUploads(), false),
      within(health.freeBytes(), null),
      within(health.isDiskWritable(), false),
    ])
    const isLow = freeBytes !== null && freeBytes < minFreeBytes
    const disk: 'ok' | 'low' | 'unwritable' = !isWritable ? 'unwritable' : isLow ? 'low' : 'ok'
    return { isWaiting, checks: { search: stateOf(search), uploads: stateOf(uploads), disk }, searchLag }
  }
  const reports = createMemo<Awaited<ReturnType<typeof report>>>({ size: 1, ttlMs: () => maxAgeMs })

  async function demandDatabase(): Promise<void> {
    try {
      await ping()
    } catch {
      throw new StrandError('unavailable')
    }
  }

  // Without the database: an orchestrator that restarts what is not alive would end all servers during an outage of PostgreSQL.
  mount('GET /healthz', () => {
    return { status: 'ok', database, uptime: Math.round(process.uptime()) }
  })

  mount('GET /readyz', async () => {
    if (isDraining()) throw new StrandError('unavailable')
    await demandDatabase()
    const { isWaiting, checks, searchLag } = await reports.get('', report)
    if (isWaiting) throw new StrandError('unavailable')
    return { status: 'ready', checks: { database: 'ok', ...checks }, searchLag }
  })
}
