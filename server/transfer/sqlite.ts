/** Reads and writes all rows of an SQLite database. */
import Database from 'better-sqlite3'
import { progressTable, restoreMark, type TransferKind } from '#db/unfinished.ts'
import { StartupError } from '../config.ts'
import {
  batchRows,
  byReference,
  columnList,
  definitionsTable,
  isContent,
  kindOf,
  quoted,
  toRow,
  type LinkedTable,
  type Progress,
  type Row,
  type RowSource,
  type RowTarget,
  type Table,
} from './tables.ts'

/** How long (ms) to wait for a lock of a server that runs. */
const lockTimeoutMs = 10_000
/** Memory (KB) for pages of a database that is written. */
const targetCacheKb = 256_000

function tablesOf(handle: Database.Database): LinkedTable[] {
  const names = handle.prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite~_%' ESCAPE '~'").pluck().all()
  const tables = (names as string[]).filter(isContent).map((name) => {
    const columns = handle.pragma(`table_info(${quoted(name)})`) as { name: string; type: string }[]
    const keys = handle.pragma(`foreign_key_list(${quoted(name)})`) as { table: string }[]
    return {
      name,
      columns: columns.map((column) => ({ name: column.name, kind: kindOf(column.type) })),
      references: keys.map(({ table }) => table),
    }
  })
  return byReference(tables)
}

const hasTable = (handle: Database.Database, name: string): boolean =>
  handle.prepare('SELECT 1 FROM sqlite_master WHERE name = ?').get(name) !== undefined

function markOf(handle: Database.Database): TransferKind | null {
  if (!hasTable(handle, progressTable)) return null
  return handle.prepare(`SELECT 1 FROM ${progressTable} WHERE name = ?`).get(restoreMark) === undefined ? 'copy' : 'restore'
}

/** Creates a file with the mark of a transfer. */
export function beginSqlite(path: string, kind: TransferKind): void {
  const handle = new Database(path)
  handle.exec(`CREATE TABLE ${progressTable} (name text PRIMARY KEY, rows integer NOT NULL, digest text NOT NULL)`)
  if (kind === 'restore') handle.prepare(`INSERT INTO ${progressTable} VALUES (?, 0, '')`).run(restoreMark)
  handle.close()
}

/** Names the restore whose rows are complete, and waits for the disk. */
export function setSqliteRestoreId(path: string, id: string): void {
  const handle = new Database(path, { fileMustExist: true, timeout: lockTimeoutMs })
  handle.pragma('synchronous = FULL')
  handle.prepare(`UPDATE ${progressTable} SET digest = ? WHERE name = ?`).run(id, restoreMark)
  handle.pragma('wal_checkpoint(TRUNCATE)')
  handle.close()
}

/**
 * Removes the mark, after everything is on the disk.
 * @param id of the restore @throws `StartupError` if the rows are those of another one
 */
export function finishSqlite(path: string, id: string | null): void {
  const handle = new Database(path, { fileMustExist: true, timeout: lockTimeoutMs })
  try {
    if (id !== null && markOf(handle) !== null) {
      const found = handle.prepare(`SELECT digest FROM ${progressTable} WHERE name = ?`).pluck().get(restoreMark)
      if (found !== id) throw new StartupError(`The file ${path} no longer has the rows of this restore.`)
    }
    handle.pragma('synchronous = FULL')
    handle.exec(`DROP TABLE IF EXISTS ${progressTable}; DROP TABLE IF EXISTS ${definitionsTable}`)
    handle.pragma('wal_checkpoint(TRUNCATE)')
  } finally {
    handle.close()
  }
}

/**
 * Opens a snapshot. Servers may write after it, unless `isLocked`. Throws `StartupError` if the file is no database of Strand.
 */
export function openSqliteSource(path: string, { isLocked = false } = {}): RowSource {
  let handle: Database.Database | undefined
  let known: Pick<RowSource, 'migrations' | 'unfinished' | 'tables'>
  try {
    handle = new Database(path, { readonly: !isLocked, fileMustExist: true, timeout: lockTimeoutMs })
    handle.exec(isLocked ? 'BEGIN IMMEDIATE' : 'BEGIN')
    // The first statement that reads begins the snapshot.
    const migrations = handle.prepare('SELECT name FROM migration ORDER BY id').pluck().all() as string[]
    known = { migrations, unfinished: markOf(handle), tables: tablesOf(handle) }
  } catch (error) {
    handle?.close()
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartupError(`Cannot read the database ${path}: ${reason}.`, { cause: error })
  }
  const opened = handle
  return {
    ...known,

    async *read(table) {
      let batch: Row[] = []
      for (const raw of opened
        .prepare(`SELECT ${columnList(table)} FROM ${quoted(table.name)}`)
        .raw()
        .iterate()) {
        batch.push(toRow(raw as unknown[], table))
        if (batch.length < batchRows) continue
        yield batch
        batch = []
      }
      if (batch.length > 0) yield batch
    },

    async close() {
      opened.close()
    },
  }
}

/**
 * Drops the indexes, because creating them for all rows at once is several times faster than updating them with each. Keys of tables stay.
 * Stores how to create them; does nothing after an interruption.
 */
function dropIndexes(handle: Database.Database): void {
  if (hasTable(handle, definitionsTable)) return
  const indexes = handle
    .prepare("SELECT name, tbl_name AS 'table', sql AS statement FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL")
    .all() as { name: string; table: string; statement: string }[]
  handle.exec(`CREATE TABLE ${definitionsTable} (name text PRIMARY KEY, statement text NOT NULL)`)
  const store = handle.prepare(`INSERT INTO ${definitionsTable} VALUES (?, ?)`)
  for (const { name, table, statement } of indexes) {
    if (!isContent(table)) continue
    store.run(name, statement)
    handle.exec(`DROP INDEX ${quoted(name)}`)
  }
}

/** Creates what `dropIndexes` has dropped. After an interruption, it goes on where it was. */
function createIndexes(handle: Database.Database): void {
  const missing = handle.prepare(`SELECT name, statement FROM ${definitionsTable}`).all() as { name: string; statement: string }[]
  const create = handle.transaction(({ name, statement }: (typeof missing)[number]) => {
    handle.exec(statement)
    handle.prepare(`DELETE FROM ${definitionsTable} WHERE name = ?`).run(name)
  })
  for (const index of missing) create(index)
}

/** Opens a marked database whose tables exist. Nothing else may use it. */
export function openSqliteTarget(path: string): RowTarget {
  const handle = new Database(path, { fileMustExist: true, timeout: lockTimeoutMs })
  // An interrupted copy goes on at its last transaction, or starts again: the disk need not be waited for.
  handle.pragma('synchronous = OFF')
  handle.pragma('foreign_keys = OFF')
  // Keys of large tables are written in random order.
  handle.pragma(`cache_size = -${targetCacheKb}`)
  handle.transaction(dropIndexes)(handle)
  const statements = new Map<string, Database.Statement>()
  const statementFor = (table: Table): Database.Statement => {
    const text = `INSERT INTO ${quoted(table.name)} (${columnList(table)}) VALUES (${table.columns.map(() => '?').join(', ')})`
    const known = statements.get(text) ?? handle.prepare(text)
    statements.set(text, known)
    return known
  }
  const store = handle.prepare(`INSERT OR REPLACE INTO ${progressTable} VALUES (?, ?, ?)`)
  const insert = handle.transaction((table: Table, rows: readonly Row[], progress: Progress) => {
    const statement = statementFor(table)
    for (const row of rows) statement.run(row.map((value) => (typeof value === 'boolean' ? Number(value) : value)))
    store.run(table.name, progress.rows, progress.digest)
  })

  return {
    tables: tablesOf(handle),

    async insert(table, rows, progress) {
      insert(table, rows, progress)
    },

    async clear(table) {
      handle.exec(`DELETE FROM ${quoted(table.name)}`)
      handle.prepare(`DELETE FROM ${progressTable} WHERE name = ?`).run(table.name)
    },

    async progress() {
      const rows = handle.prepare(`SELECT name, rows, digest FROM ${progressTable}`).all() as (Progress & { name: string })[]
      return new Map(rows.filter(({ name }) => name !== restoreMark).map(({ name, ...progress }) => [name, progress]))
    },

    async check() {
      createIndexes(handle)
      const orphans = handle.pragma('foreign_key_check') as { table: string }[]
      if (orphans.length > 0) throw new Error(`${orphans.length} rows refer to missing rows, the first in ${orphans[0]!.table}`)
    },

    async close() {
      handle.close()
    },
  }
}
