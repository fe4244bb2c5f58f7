/** `npm run search:rebuild`: rebuilds the search indexes in a separate process while servers are running. */
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
  /** An estimate. */
  total: number
  /** Since the start. */
  seconds: number
  /** All documents are read; the index is being optimised. */
  finishing: boolean
  /** Only in the last report. */
  outcome?: 'built' | 'interrupted' | 'unavailable' | 'refused'
  /** The index's message if it is unavailable or refuses. */
  reason?: string
}

/** Documents per page. Large, as no request shares this process. */
const page = 500

const numbers = new Intl.NumberFormat('en')
const duration = (seconds: number): string => (seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`)

/** Formats a report for the terminal. */
export function formatReport({ index, done, total, seconds, finishing, outcome, reason }: RebuildReport): string {
  const rate = seconds > 0 ? done / seconds : 0
  if (outcome === 'interrupted') return `${index}: interrupted after ${numbers.format(done)} documents; the existing index is unchanged.`
  if (outcome === 'unavailable') return `${index}: cannot be reached (${reason}); the existing index is unchanged.`
  if (outcome === 'refused') return `${index}: cannot be rebuilt (${reason}); the existing index is unchanged.`
  if (outcome === 'built') return `${index}: ${numbers.format(done)} documents in ${seconds.toFixed(1)} s.`
  if (finishing) return `${index}: ${numbers.format(done)} documents read, optimising the index, ${duration(seconds)} so far`
  const remaining = rate > 0 ? `, ${numbers.format(Math.round(rate))} per second, ${duration(Math.max(0, total - done) / rate)} left` : ''
  return `${index}: ${numbers.format(done)} of about ${numbers.format(Math.max(total, done))} documents${remaining}`
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
      const started = performance.now()
      const state: RebuildReport = { index: index.name, done: 0, total, seconds: 0, finishing: false }
      const now = (ending: Pick<RebuildReport, 'outcome' | 'reason'> = {}): void =>
        report({ ...state, seconds: (performance.now() - started) / 1000, ...ending })
      const ticking = setInterval(() => now(), 1000)
      now()
      try {
        const built = await rebuildIndex(index, source, {
          page,
          isCancelled: () => signal.aborted,
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
 * Resolves to whether every index was rebuilt. Running servers switch to the new indexes at once; after an interruption or a crash the
 * old ones stay. Throws `StartupError` if the database cannot be opened.
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
