/** Opens either kind of database for a transfer. */
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { closeDatabase, migrate, migrationsNamed, openDatabase } from '#db/data-source.ts'
import type { Config } from '../config.ts'
import { openPostgresSource, openPostgresTarget } from './postgres.ts'
import { openSqliteSource, openSqliteTarget } from './sqlite.ts'
import type { RowSource, RowTarget } from './tables.ts'

export type DatabaseLocation = Config['database']

export const openSource = (database: DatabaseLocation, options: { isLocked?: boolean } = {}): Promise<RowSource> =>
  database.kind === 'postgres' ? openPostgresSource(database.url, options) : Promise.resolve(openSqliteSource(database.path, options))

export const openTarget = (database: DatabaseLocation): Promise<RowTarget> =>
  database.kind === 'postgres' ? openPostgresTarget(database.url) : Promise.resolve(openSqliteTarget(database.path))

/** Runs the migrations with these names, or all that this version has. */
export async function migrateTo(database: DatabaseLocation, dataDir: string, names?: readonly string[]): Promise<void> {
  const db = await openDatabase({ database, dataDir }, names && migrationsNamed(names, 'The source'))
  try {
    await migrate(db)
  } finally {
    await closeDatabase(db)
  }
}

/** Deletes the files of an SQLite database. */
export async function removeSqlite(path: string): Promise<void> {
  for (const suffix of ['', '-wal', '-shm', '-start', '-start-journal']) await rm(path + suffix, { force: true })
}

export const hasSqlite = (path: string): boolean => existsSync(path)

/** For messages: without a password. */
export const nameOf = (database: DatabaseLocation): string => {
  if (database.kind === 'sqlite') return database.path
  const { hostname, pathname } = new URL(database.url)
  return `the database ${pathname.slice(1)}${hostname && ` at ${hostname}`}`
}
