/** Copies a database into another one, of either kind (BY26). */
import { rename } from 'node:fs/promises'
import { StartupError } from '../config.ts'
import { hasSqlite, migrateTo, nameOf, openSource, openTarget, removeSqlite, type DatabaseLocation } from './databases.ts'
import { loadRows, sameTable, SourceChanged, verifyRows } from './load.ts'
import { emptyPostgres, isEmptyPostgres } from './postgres.ts'
import type { Progress, RowSource, RowTarget, Table } from './tables.ts'

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

const copyingPath = (path: string): string => `${path}.copying`

/** Where rows are written: a file appears in its place only when it is complete. */
const locationOf = (target: DatabaseLocation): DatabaseLocation =>
  target.kind === 'sqlite' ? { kind: 'sqlite', path: copyingPath(target.path) } : target

/** Whether a copy into this target was interrupted. Throws `StartupError` if it has other data. */
async function isInterrupted(target: DatabaseLocation): Promise<boolean> {
  const location = locationOf(target)
  if (target.kind === 'sqlite' && hasSqlite(target.path)) throw new StartupError(`There is data in ${target.path}. Copy into a new file.`)
  if (location.kind === 'sqlite' && !hasSqlite(location.path)) return false
  if (location.kind === 'postgres' && (await isEmptyPostgres(location.url))) return false
  if (await isIncomplete(location)) return true
  // An interrupted migration leaves a file without the mark.
  if (location.kind === 'sqlite') return false
  throw new StartupError(`There is data in ${nameOf(target)}. Copy into an empty database.`)
}

async function isIncomplete(location: DatabaseLocation): Promise<boolean> {
  const source = await openSource(location).catch((error: unknown) => {
    if (error instanceof StartupError) return null
    throw error
  })
  await source?.close()
  return source?.isIncomplete ?? false
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

/** Creates the tables. Removes those of an earlier copy: rows of the admin log cannot be deleted. */
async function create(location: DatabaseLocation, dataDir: string, migrations: readonly string[], hasEarlier: boolean): Promise<void> {
  if (location.kind === 'sqlite') await removeSqlite(location.path)
  else if (hasEarlier) await emptyPostgres(location.url)
  await migrateTo(location, dataDir, migrations)
}

/** Throws `SourceChanged` if the rows of an earlier run are not the first ones of the source any more. */
async function copyInto(
  location: DatabaseLocation,
  source: RowSource,
  report: (progress: CopyReport) => void,
): Promise<{ copied: Map<string, Progress>; resumed: number }> {
  const target = await openTarget(location)
  try {
    const resumed = [...(await target.progress()).values()].reduce((sum, { rows }) => sum + rows, 0)
    const copied = await copyRows(source, target, report)
    await verify(location, source.tables, copied)
    await target.finish()
    return { copied, resumed }
  } finally {
    await target.close()
  }
}

/**
 * Copies all rows, and compares them afterwards. Servers may not write to the source: it is locked until the end. After an interruption,
 * the same call goes on where it was. Throws `StartupError` if the target has other data.
 */
export async function copyDatabase(
  from: DatabaseLocation,
  to: DatabaseLocation,
  dataDir: string,
  report: (progress: CopyReport) => void = () => undefined,
): Promise<CopySummary> {
  const location = locationOf(to)
  const hasEarlier = await isInterrupted(to)
  const source = await openSource(from, { isLocked: true })
  try {
    if (!hasEarlier) await create(location, dataDir, source.migrations, false)
    const { copied, resumed } = await copyInto(location, source, report).catch(async (error: unknown) => {
      if (!(error instanceof SourceChanged)) throw error
      await create(location, dataDir, source.migrations, true)
      return copyInto(location, source, report)
    })
    await migrateTo(location, dataDir)
    if (to.kind === 'sqlite') {
      await rename(copyingPath(to.path), to.path)
      await removeSqlite(copyingPath(to.path))
    }
    return { rows: [...copied.values()].reduce((sum, { rows }) => sum + rows, 0), tables: copied.size, resumed }
  } finally {
    await source.close()
  }
}
