/** `npm run search:rebuild`: builds the search indexes anew, in a process of its own, while servers serve. */
import type { DataSource } from 'typeorm'
import { SearchRefused, SearchUnavailable } from '#search/port.ts'
import { rebuildIndex } from '#search/rebuild.ts'
import type { Config } from './config.ts'
import { closeDatabase, migrate, openDatabase } from '#db/data-source.ts'
import { createDocumentSource } from './features/search/source.ts'
import { createLog } from '#http/log.ts'
import { standardOutput } from '#http/log-output.ts'
import { searchIndexes } from './search.ts'

export { loadConfig } from './config.ts'

export interface RebuildReport {
  index: string
  done: number
  /** About. */
  total: number
  /** Since it began. */
  seconds: number
  /** All documents are read, and the index puts them in order. */
  finishing: boolean
  /** At its last report only. */
  outcome?: 'built' | 'interrupted' | 'unavailable' | 'refused'
  /** Why it is unavailable or refused, in the index's words. */
  reason?: string
}

/** Documents in a page: nobody else waits for this process. */
const page = 500

const numbers = new Intl.NumberFormat('en')
const duration = (seconds: number): string => (seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`)

/** In a person's words. */
export function describe({ index, done, total, seconds, finishing, outcome, reason }: RebuildReport): string {
  const rate = seconds > 0 ? done / seconds : 0
  if (outcome === 'interrupted') return `${index}: interrupted after ${numbers.format(done)} documents; the index is what it was.`
  if (outcome === 'unavailable') return `${index}: it cannot be reached (${reason}); the index is what it was.`
  if (outcome === 'refused') return `${index}: it cannot be built (${reason}); the index is what it was.`
  if (outcome === 'built') return `${index}: ${numbers.format(done)} documents in ${seconds.toFixed(1)} s.`
  if (finishing) return `${index}: ${numbers.format(done)} documents are read and put in order, ${duration(seconds)} so far`
  const left = rate > 0 ? `, ${numbers.format(Math.round(rate))} a second, ${duration(Math.max(0, total - done) / rate)} left` : ''
  return `${index}: ${numbers.format(done)} of about ${numbers.format(Math.max(total, done))} documents${left}`
}

async function rebuildAll(
  db: DataSource,
  config: Config,
  report: (progress: RebuildReport) => void,
  signal: AbortSignal,
): Promise<boolean> {
  const source = createDocumentSource(db)
  const indexes = searchIndexes(config, db, createLog(config))
  const total = await source.count()
  let all = true
  try {
    for (const index of indexes) {
      const began = performance.now()
      const state: RebuildReport = { index: index.name, done: 0, total, seconds: 0, finishing: false }
      const now = (ending: Pick<RebuildReport, 'outcome' | 'reason'> = {}): void =>
        report({ ...state, seconds: (performance.now() - began) / 1000, ...ending })
      const ticking = setInterval(() => now(), 1000)
      now()
      try {
        const built = await rebuildIndex(index, source, {
          page,
          cancelled: () => signal.aborted,
          progress: (done, finishing) => {
            Object.assign(state, { done, finishing })
            now()
          },
        })
        now({ outcome: built ? 'built' : 'interrupted' })
        if (!built) return false
      } catch (error) {
        if (!(error instanceof SearchUnavailable) && !(error instanceof SearchRefused)) throw error
        now({ outcome: error instanceof SearchRefused ? 'refused' : 'unavailable', reason: error.message })
        all = false
      } finally {
        clearInterval(ticking)
      }
    }
    return all
  } finally {
    await Promise.all(indexes.map((index) => index.close()))
  }
}

/**
 * Answers whether every index is new. A server that runs takes the new ones at once; where this is
 * interrupted, or killed, the old ones stay. Throws `StartupError` where the database cannot be had.
 */
export async function rebuildSearch(config: Config, report: (progress: RebuildReport) => void, signal: AbortSignal): Promise<boolean> {
  const db = await openDatabase(config)
  try {
    await migrate(db)
    return await rebuildAll(db, config, report, signal)
  } finally {
    await closeDatabase(db)
    await standardOutput().flush()
  }
}
