/** Copies a database into another one, of either kind (BY26). */
import { existsSync } from 'node:fs'
import { unfinishedMessage } from '#db/unfinished.ts'
import { StartupError } from '../config.ts'
import {
  createTables,
  migrateTo,
  nameOf,
  openSource,
  openTarget,
  publishDatabase,
  refuseUsed,
  whileExclusive,
  writtenTo,
  type DatabaseLocation,
} from './databases.ts'
import { loadRows, sameTable, SourceChanged, verifyRows } from './load.ts'
import { unfinishedPostgres } from './postgres.ts'
import { totalRows, type Progress, type RowSource, type RowTarget, type Table } from './tables.ts'

/** After each table. */
export interface CopyReport {
  table: string
  rows: number
}

export interface CopySummary {
  rows: number
  tables: number
  /** Rows that an earlier, interrupted run had copied. */
  resumed: number
}

/** What a copy does next. */
export type CopyStep = 'tables' | 'rows' | 'verification' | 'migration' | 'publication'

/** Whether a copy that was interrupted has created all tables with these migrations. */
async function hasTables(location: DatabaseLocation, migrations: readonly string[]): Promise<boolean> {
  if (location.kind === 'sqlite' ? !existsSync(location.path) : (await unfinishedPostgres(location.url)) === null) return false
  const written = await openSource(location).catch((error: unknown) => {
    if (error instanceof StartupError) return null
    throw error
  })
  await written?.close()
  return written?.unfinished === 'copy' && written.migrations.join() === migrations.join()
}

/** Reads everything back. */
async function verify(location: DatabaseLocation, tables: readonly Table[], copied: ReadonlyMap<string, Progress>): Promise<void> {
  const written = await openSource(location)
  try {
    await verifyRows(written, tables, copied)
  } finally {
    await written.close()
  }
}

async function clearAll(target: RowTarget): Promise<void> {
  for (const table of target.tables.toReversed()) await target.clear(table)
}

async function copyRows(source: RowSource, target: RowTarget, report: (progress: CopyReport) => void): Promise<Map<string, Progress>> {
  const earlier = await target.progress()
  const copied = new Map<string, Progress>()
  // Migrations add some rows, which the source has too.
  if (earlier.size === 0) await clearAll(target)
  for (const table of source.tables) {
    const progress = await loadRows(target, sameTable(target, table), source.read(table), earlier.get(table.name))
    copied.set(table.name, progress)
    report({ table: table.name, rows: progress.rows })
  }
  return copied
}

/** Throws `SourceChanged` if the rows of an earlier run are not the first ones of the source any more. */
async function copyInto(location: DatabaseLocation, source: RowSource, { report, onStep }: Observer): Promise<CopySummary> {
  onStep('rows')
  const target = await openTarget(location)
  try {
    const resumed = totalRows((await target.progress()).values())
    const copied = await copyRows(source, target, report)
    onStep('verification')
    await verify(location, source.tables, copied)
    await target.check()
    return { rows: totalRows(copied.values()), tables: copied.size, resumed }
  } finally {
    await target.close()
  }
}

interface Observer {
  report(progress: CopyReport): void
  /** Before each step. */
  onStep(step: CopyStep): void
}

/** Whether a power failure has damaged what an interrupted copy had written. */
function isDamaged(error: unknown): boolean {
  const { code, cause } = error as { code?: unknown; cause?: unknown }
  return /^SQLITE_(?:CORRUPT|NOTADB)/.test(String(code)) || (cause !== undefined && isDamaged(cause))
}

/**
 * Copies all rows, and compares them afterwards. Servers may not write to the source: it is locked until the end. After an interruption,
 * at any moment, the same call goes on where it was, or starts again. Throws `StartupError` if the target has other data.
 */
export async function copyDatabase(
  from: DatabaseLocation,
  to: DatabaseLocation,
  dataDir: string,
  { report = () => undefined, onStep = () => undefined }: Partial<Observer> = {},
): Promise<CopySummary> {
  return whileExclusive(to, async () => {
    await refuseUsed(to, 'copy')
    const source = await openSource(from, { isLocked: true })
    try {
      if (source.unfinished) throw new StartupError(unfinishedMessage(source.unfinished, nameOf(from)))
      return await copyExclusively(source, to, dataDir, { report, onStep })
    } finally {
      await source.close()
    }
  })
}

async function copyExclusively(source: RowSource, to: DatabaseLocation, dataDir: string, observer: Observer): Promise<CopySummary> {
  const location = writtenTo(to, 'copy')
  const { migrations } = source
  const create = (): Promise<void> => {
    observer.onStep('tables')
    return createTables(location, 'copy', { dataDir, migrations })
  }
  if (!(await hasTables(location, migrations))) await create()
  const summary = await copyInto(location, source, observer).catch(async (error: unknown) => {
    if (!(error instanceof SourceChanged) && !isDamaged(error)) throw error
    // Rows of the admin log cannot be deleted.
    await create()
    return copyInto(location, source, observer)
  })
  observer.onStep('migration')
  await migrateTo(location, dataDir)
  observer.onStep('publication')
  await publishDatabase(to, 'copy')
  return summary
}
