import { access, constants, mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Pool } from 'pg'
import { DataSource, type DataSourceOptions } from 'typeorm'
import { StartupError, type Config } from '../config.ts'
import { entities } from './entities.ts'
import { migrations } from './migrations/index.ts'
import { closeOwnPools, withTimeout } from './ownPool.ts'
import { createSlowQueries, setSlowQueries, slowMs, slowQueryLogger, type SlowQueries } from './slowQueries.ts'
import { whileNoOtherMigrates, whileNoOtherOpens } from './start-lock.ts'
import { progressTable, refuseUnfinishedFiles, restoreMark, unfinishedMessage } from './unfinished.ts'
import { lockTimeoutMs, setWriter, transactionsEnded, whileLocked, writerOf } from './transaction.ts'

interface SqliteHandle {
  pragma(source: string): unknown
}

type Migrations = readonly (typeof migrations)[number][]

const common = { entities, migrationsTableName: 'migration', migrationsTransactionMode: 'all', synchronize: false } as const

/**
 * `synchronous = FULL` is deliberate. NORMAL keeps every commit when the process is killed, because the pages are in the kernel's cache
 * by then. FULL also keeps them after a power failure, at the cost of one fsync per commit, so that an acknowledged write is never lost.
 */
const sqlite = (path: string, role: 'writer' | 'reader', known: Migrations, slowQueries: SlowQueries): DataSourceOptions => ({
  ...common,
  migrations: [...known],
  logger: slowQueryLogger(slowQueries),
  maxQueryExecutionTime: slowMs.sqlite,
  type: 'better-sqlite3',
  database: path,
  enableWAL: role === 'writer',
  prepareDatabase: (handle: SqliteHandle) => {
    // Waiting inside SQLite blocks the event loop: `transaction` waits longer, without blocking.
    handle.pragma(`busy_timeout = ${role === 'writer' ? 20 : 1000}`)
    handle.pragma('synchronous = FULL')
    handle.pragma('cache_size = -32000')
    if (role === 'reader') handle.pragma('query_only = ON')
  },
})

const postgres = (url: string, known: Migrations, slowQueries: SlowQueries): DataSourceOptions => ({
  ...common,
  migrations: [...known],
  logger: slowQueryLogger(slowQueries),
  maxQueryExecutionTime: slowMs.postgres,
  type: 'postgres',
  url,
  applicationName: 'strand',
  connectTimeoutMS: 5000,
  poolSize: 16,
  extra: { ...withTimeout('lock_timeout', lockTimeoutMs), pipeline: true },
})

/**
 * Keys that are searched by prefix are compared bytewise, as on SQLite. PostgreSQL needs an explicit collation, since its default depends
 * on the cluster's locale; an entity cannot set one for a single database.
 */
const bytewise: readonly [table: string, column: string][] = [
  ['post_tag', 'tagKey'],
  ['word', 'word'],
  ['member', 'email'],
]

const reasonOf = (error: unknown): string => {
  // Node reports a host name with several addresses as an AggregateError without a message.
  const causes = error instanceof AggregateError ? (error.errors as unknown[]) : [error]
  return causes.map((cause) => (cause instanceof Error ? cause.message : String(cause))).join(', ')
}

/** Node's recursive mkdir never returns if the file system refuses with ENOENT, as /proc does. */
async function makeDirectory(path: string): Promise<void> {
  try {
    await mkdir(path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST' || code === 'EROFS') return
    if (code !== 'ENOENT' || dirname(path) === path) throw error
    await makeDirectory(dirname(path))
    await mkdir(path)
  }
}

/** Creates a directory. Throws `StartupError`, which names it as `what`, if it cannot be created or written to. */
export async function makeWritable(directory: string, what: string): Promise<void> {
  try {
    await makeDirectory(directory)
    if (!(await stat(directory)).isDirectory()) throw new Error('it is not a directory')
    await access(directory, constants.W_OK)
  } catch (error) {
    throw new StartupError(`Cannot write to ${what} ${directory}: ${reasonOf(error)}.`)
  }
}

async function openSqlite(path: string, known: Migrations): Promise<DataSource> {
  await makeWritable(dirname(path), "the database's directory")
  const slowQueries = createSlowQueries()
  const writer = new DataSource(sqlite(path, 'writer', known, slowQueries))
  const reader = new DataSource(sqlite(path, 'reader', known, slowQueries))
  try {
    // The writer first: it creates the file and turns on WAL, without which readers and the writer would block each other. Turning it on
    // fails while another process does the same.
    await whileNoOtherOpens(path, () => writer.initialize())
    await reader.initialize()
  } catch (error) {
    if (writer.isInitialized) await writer.destroy()
    throw new StartupError(`Cannot open the database ${path}: ${reasonOf(error)}.`)
  }
  setWriter(reader, writer)
  for (const source of [writer, reader]) setSlowQueries(source, slowQueries)
  return reader
}

async function openPostgres(url: string, known: Migrations): Promise<DataSource> {
  const slowQueries = createSlowQueries()
  const db = new DataSource(postgres(url, known, slowQueries))
  setSlowQueries(db, slowQueries)
  try {
    await db.initialize()
    for (const [table, column] of bytewise) db.getMetadata(table).findColumnWithPropertyName(column)!.collation = 'C'
    return db
  } catch (error) {
    const { host, pathname } = new URL(url)
    throw new StartupError(
      `Cannot reach the database ${pathname.slice(1)} at ${host || 'the local socket'} (DATABASE_URL): ${reasonOf(error)}.`,
    )
  }
}

type Place = Pick<Config, 'database' | 'dataDir'>

/** Opens the database that a copy or restore (`transfer/`) writes. */
export async function openUnfinishedDatabase({ database, dataDir }: Place, known: Migrations = migrations): Promise<DataSource> {
  await makeWritable(dataDir, 'the data directory (STRAND_DATA_DIR)')
  return database.kind === 'sqlite' ? openSqlite(database.path, known) : openPostgres(database.url, known)
}

/**
 * Opens the database. `db` itself reads; writes go through `transaction`. Does not migrate. Throws `StartupError` if the database cannot
 * be opened, or a copy or restore into it has not ended.
 * @param known the migrations that `migrate` runs, by default all
 */
export async function openDatabase(place: Place, known: Migrations = migrations): Promise<DataSource> {
  await refuseUnfinishedFiles(place)
  return openUnfinishedDatabase(place, known)
}

/**
 * The migrations with these names, for a database of an earlier version. Throws `StartupError` if one of them is unknown.
 * @param what what has the migrations
 */
export function migrationsNamed(names: readonly string[], what: string): Migrations {
  const unknown = names.find((name) => !migrations.some((known) => known.name === name))
  if (unknown !== undefined)
    throw new StartupError(`${what} is of a newer version of Strand (it has the migration ${unknown}). Update Strand first.`)
  return migrations.filter(({ name }) => names.includes(name))
}

/** Refuses a database of a newer version, and one into which rows are being copied or restored (`transfer/`). */
async function refuseForeign(db: DataSource, isTransfer: boolean): Promise<void> {
  const runner = writerOf(db).createQueryRunner()
  try {
    if (!isTransfer && (await runner.hasTable(progressTable))) {
      const marks = (await runner.query(`SELECT "name" FROM "${progressTable}" WHERE "name" = '${restoreMark}'`)) as unknown[]
      throw new StartupError(unfinishedMessage(marks.length > 0 ? 'restore' : 'copy', 'this database'))
    }
    if (!(await runner.hasTable('migration'))) return
    const rows = (await runner.query('SELECT "name" FROM "migration"')) as { name: string }[]
    migrationsNamed(
      rows.map(({ name }) => name),
      'The database',
    )
  } finally {
    await runner.release()
  }
}

/**
 * Migrates the schema, then runs `seed`. Processes that start concurrently do so one after another. Throws `StartupError` for a database
 * that this version cannot use.
 * @param isTransfer whether the caller is the copy or restore that writes into this database
 * @returns the names of the migrations that ran.
 */
export function migrate(db: DataSource, seed?: () => Promise<void>, { isTransfer = false } = {}): Promise<string[]> {
  return whileNoOtherMigrates(db, async () => {
    await refuseForeign(db, isTransfer)
    const ran = await whileLocked(() => writerOf(db).runMigrations())
    await seed?.()
    return ran.map(({ name }) => name)
  })
}

/** Closes the database after the running and queued transactions. */
export async function closeDatabase(db: DataSource): Promise<void> {
  await transactionsEnded(db)
  await closeOwnPools(db)
  const writer = writerOf(db)
  if (db.isInitialized) await db.destroy()
  // The last connection that closes a WAL database checkpoints the log, so it must be one that can write.
  if (writer !== db && writer.isInitialized) await writer.destroy()
}

export interface ConnectionCounts {
  active: number
  idle: number
  /** Groups of statements (`pipeline.ts`) and transactions that wait for a connection. */
  waiting: number
  max: number
}

/** Connections of this process to PostgreSQL; null on SQLite. */
export function connectionsOf(db: DataSource): ConnectionCounts | null {
  if (databaseKind(db) === 'sqlite') return null
  const { master } = db.driver as unknown as { master: Pool }
  const { totalCount, idleCount, waitingCount, options } = master
  return { active: totalCount - idleCount, idle: idleCount, waiting: waitingCount, max: options.max }
}

export const databaseKind = (db: DataSource): 'sqlite' | 'postgres' => (db.options.type === 'postgres' ? 'postgres' : 'sqlite')
