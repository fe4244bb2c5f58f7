/** Figures of the disk and of the database. */
import { access, constants, stat, statfs } from 'node:fs/promises'
import { basename } from 'node:path'
import type { DataSource } from 'typeorm'
import { databaseKind } from '#db/data-source.ts'
import { sql } from '#db/sql.ts'
import type { ObjectStore } from '#objects/store.ts'
import type { Config } from '../../config.ts'

/** Number and size of the objects in a folder of the store. */
export async function uploadsIn(objects: Pick<ObjectStore, 'list'>, folder: string): Promise<{ bytes: number; files: number }> {
  const size = { bytes: 0, files: 0 }
  for await (const { bytes } of objects.list(folder)) {
    size.bytes += bytes
    size.files += 1
  }
  return size
}

export interface Disk {
  freeBytes: number | null
  totalBytes: number | null
  /** Not if the disk is gone, or has become read-only after an error. */
  isWritable: boolean
}

export async function diskOf(folder: string): Promise<Disk> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder)
    const isWritable = await access(folder, constants.W_OK).then(
      () => true,
      () => false,
    )
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize, isWritable }
  } catch {
    return { freeBytes: null, totalBytes: null, isWritable: false }
  }
}

/** The location without credentials. */
export function locationOf(database: Config['database']): string {
  if (database.kind === 'sqlite') return basename(database.path)
  const { host, pathname } = new URL(database.url)
  return `${host}${pathname}`
}

async function databaseBytes(db: DataSource, database: Config['database']): Promise<number | null> {
  if (database.kind === 'postgres') {
    const [row] = await sql<{ bytes: string }>(db, 'SELECT pg_database_size(current_database()) AS "bytes"')
    return Number(row!.bytes)
  }
  const sizes = await Promise.all(
    ['', '-wal'].map((suffix) =>
      stat(database.path + suffix).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  )
  return sizes[0]! + sizes[1]!
}

export async function measureDatabase(db: DataSource, database: Config['database']) {
  // The table has a row per migration.
  const migrations = await sql<{ name: string }>(db, 'SELECT "name" FROM "migration" ORDER BY "timestamp"')
  return {
    kind: databaseKind(db),
    location: locationOf(database),
    bytes: await databaseBytes(db, database),
    migrations: migrations.length,
    latestMigration: migrations.at(-1)?.name ?? '',
  }
}
