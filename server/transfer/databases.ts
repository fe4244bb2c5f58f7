/** Opens either kind of database for a transfer. */
import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { closeDatabase, makeWritable, migrate, migrationsNamed, openUnfinishedDatabase } from '#db/data-source.ts'
import { unfinishedMessage, unfinishedPath, type TransferKind } from '#db/unfinished.ts'
import { StartupError, type Config } from '../config.ts'
import { whileLockedBy } from './lock.ts'
import {
  beginPostgres,
  finishPostgres,
  isEmptyPostgres,
  openPostgresSource,
  openPostgresTarget,
  setPostgresRestoreId,
  unfinishedPostgres,
  whileNoOtherTransfers,
} from './postgres.ts'
import { beginSqlite, finishSqlite, openSqliteSource, openSqliteTarget, setSqliteRestoreId } from './sqlite.ts'
import type { RowSource, RowTarget } from './tables.ts'

export type DatabaseLocation = Config['database']

export const openSource = async (database: DatabaseLocation, options: { isLocked?: boolean } = {}): Promise<RowSource> =>
  database.kind === 'postgres' ? openPostgresSource(database.url, options) : openSqliteSource(database.path, options)

export const openTarget = async (database: DatabaseLocation): Promise<RowTarget> =>
  database.kind === 'postgres' ? openPostgresTarget(database.url) : openSqliteTarget(database.path)

/** Deletes an unfinished transfer into this database, marks it as one, and creates the tables with these migrations. */
export async function createTables(
  database: DatabaseLocation,
  kind: TransferKind,
  { dataDir, migrations }: { dataDir: string; migrations: readonly string[] },
): Promise<void> {
  if (database.kind === 'postgres') await beginPostgres(database.url, kind)
  else {
    await removeSqlite(database.path)
    beginSqlite(database.path, kind)
  }
  await migrateTo(database, dataDir, migrations)
}

/** Throws `StartupError` if another process copies or restores into this database, or its directory cannot be written to. */
export async function whileExclusive<T>(database: DatabaseLocation, work: () => Promise<T>): Promise<T> {
  if (database.kind === 'postgres') return whileNoOtherTransfers(database.url, work)
  await makeWritable(dirname(database.path), "the database's directory")
  return whileLockedBy(`${database.path}-transfer`, database.path, work)
}

/** Where rows are written: an SQLite file appears in its place only when it is complete. */
export const writtenTo = (database: DatabaseLocation, kind: TransferKind): DatabaseLocation =>
  database.kind === 'sqlite' ? { kind: 'sqlite', path: unfinishedPath(database.path, kind) } : database

/** Whether there is a database, or its log, whose rows would replace those of a file that is put beside it. */
const isSqliteUsed = (path: string): boolean => existsSync(path) || existsSync(`${path}-wal`)

/** Throws `StartupError` if there is data that is not that of an interrupted transfer of this kind. */
export async function refuseUsed(database: DatabaseLocation, kind: TransferKind): Promise<void> {
  const isUsed = database.kind === 'sqlite' ? isSqliteUsed(database.path) : !(await isEmptyPostgres(database.url))
  if (!isUsed) return
  const unfinished = database.kind === 'sqlite' ? null : await unfinishedPostgres(database.url)
  if (unfinished === kind) return
  throw new StartupError(
    unfinished === null
      ? `There is data in ${nameOf(database)}. The target of a ${kind} must be empty.`
      : `${unfinishedMessage(unfinished, nameOf(database))} Or use an empty database.`,
  )
}

/** Names the restore whose rows are complete. */
export async function setRestoreId(database: DatabaseLocation, id: string): Promise<void> {
  const written = writtenTo(database, 'restore')
  if (written.kind === 'postgres') await setPostgresRestoreId(written.url, id)
  else setSqliteRestoreId(written.path, id)
}

/**
 * Lets servers start on complete rows; can be repeated. Throws `StartupError` if the rows are gone, or other data is in their place.
 * @param id of the restore
 */
export async function publishDatabase(database: DatabaseLocation, kind: TransferKind, id: string | null = null): Promise<void> {
  if (database.kind === 'postgres') return finishPostgres(database.url, id)
  const written = unfinishedPath(database.path, kind)
  if (existsSync(written)) {
    if (isSqliteUsed(database.path))
      throw new StartupError(`There is data in ${database.path}. Move it away, and run the same command again.`)
    finishSqlite(written, id)
    await rename(written, database.path)
  }
  if (!existsSync(database.path)) throw new StartupError(`The file ${written} no longer has the rows of this ${kind}.`)
  await removeSqlite(written)
}

/** Runs the migrations with these names, or all that this version has, on a marked database. */
export async function migrateTo(database: DatabaseLocation, dataDir: string, names?: readonly string[]): Promise<void> {
  const db = await openUnfinishedDatabase({ database, dataDir }, names && migrationsNamed(names, 'The source'))
  try {
    await migrate(db, undefined, { isTransfer: true })
  } finally {
    await closeDatabase(db)
  }
}

/** Deletes the files of an SQLite database. */
export async function removeSqlite(path: string): Promise<void> {
  for (const suffix of ['', '-wal', '-shm', '-start', '-start-journal']) await rm(path + suffix, { force: true })
}

/** The whole address, without a password. */
export function addressOf(database: DatabaseLocation): string {
  if (database.kind === 'sqlite') return database.path
  const url = new URL(database.url)
  url.password = ''
  return url.href
}

/** For messages: without a password. */
export const nameOf = (database: DatabaseLocation): string => {
  if (database.kind === 'sqlite') return database.path
  const { hostname, pathname } = new URL(database.url)
  return `the database ${pathname.slice(1)}${hostname && ` at ${hostname}`}`
}
