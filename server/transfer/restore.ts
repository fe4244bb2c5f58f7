/** Restores a backup into an empty database and data directory (BY25). */
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { migrationsNamed } from '#db/data-source.ts'
import { StartupError, type Config } from '../config.ts'
import { readArchive, type Entry } from './archive.ts'
import { backupFormat, type BackupSummary, type DatabaseHeader } from './backup.ts'
import { hasSqlite, migrateTo, nameOf, openSource, openTarget, removeSqlite, type DatabaseLocation } from './databases.ts'
import { folders, isFolderEmpty, isStored, writeStored } from './files.ts'
import { loadRows, sameTable, verifyRows } from './load.ts'
import { emptyPostgres, isEmptyPostgres } from './postgres.ts'
import { batchRows, type Progress, type Row, type RowTarget, type Table } from './tables.ts'

const Header = z.object({ application: z.literal('Strand'), format: z.number() })
const Database = z.object({
  migrations: z.array(z.string()),
  tables: z.array(
    z.object({ name: z.string(), columns: z.array(z.object({ name: z.string(), kind: z.enum(['boolean', 'number', 'text']) })) }),
  ),
})
const Digests = z.record(z.string(), z.object({ rows: z.number(), digest: z.string() }))

interface Contents {
  database: DatabaseHeader
  digests: ReadonlyMap<string, Progress>
  files: number
}

const tableOf = (name: string): string | null => /^tables\/([a-z_]+)\/\d+\.ndjson$/.exec(name)?.[1] ?? null

function read<T>(schema: z.ZodType<T>, { name, content }: Entry): T {
  try {
    return schema.parse(JSON.parse(content.toString()))
  } catch {
    throw new StartupError(`This is no backup of Strand: ${name} cannot be read.`)
  }
}

/** Reads the whole file. Throws `StartupError` if it is damaged, of another application, or of a newer version. */
async function inspect(path: string): Promise<Contents> {
  let isHeaderRead = false
  let database: DatabaseHeader | undefined
  let digests: Contents['digests'] | undefined
  let files = 0
  for await (const entry of readArchive(path)) {
    if (!isHeaderRead) {
      if (entry.name !== 'backup.json') throw new StartupError(`${path} is no backup of Strand.`)
      const { format } = read(Header, entry)
      if (format > backupFormat) throw new StartupError(`${path} was written by a newer version of Strand. Update Strand first.`)
      isHeaderRead = true
    } else if (entry.name === 'database.json') {
      database = read(Database, entry)
      migrationsNamed(database.migrations, 'The backup')
    } else if (entry.name === 'digests.json') digests = new Map(Object.entries(read(Digests, entry)))
    else if (isStored(entry.name)) files += 1
    else if (tableOf(entry.name) === null) throw new StartupError(`${path} has an unknown entry, ${entry.name}.`)
  }
  if (database === undefined || digests === undefined) throw new StartupError(`${path} has no database.`)
  return { database, digests, files }
}

/** Nothing is overwritten. */
async function refuseUsedTarget({ database, dataDir }: Pick<Config, 'database' | 'dataDir'>): Promise<void> {
  const isUsed = database.kind === 'sqlite' ? hasSqlite(database.path) : !(await isEmptyPostgres(database.url))
  if (isUsed) throw new StartupError(`There is data in ${nameOf(database)}. Restore into an empty database.`)
  for (const folder of folders)
    if (!(await isFolderEmpty(join(dataDir, folder))))
      throw new StartupError(`There are files in ${join(dataDir, folder)}. Restore into an empty data directory (STRAND_DATA_DIR).`)
}

function* rowsOf({ content }: Entry): Generator<readonly Row[]> {
  const lines = content.toString().split('\n')
  for (let start = 0; start < lines.length; start += batchRows) {
    const rows = lines
      .slice(start, start + batchRows)
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Row)
    if (rows.length > 0) yield rows
  }
}

/** Writes the files below `folder`, and the rows into `target`. */
async function load(path: string, { database, digests }: Contents, target: RowTarget, folder: string): Promise<void> {
  const tables = new Map<string, Table>(database.tables.map((table) => [table.name, sameTable(target, table)]))
  // Migrations add some rows, which are in the backup too.
  for (const table of target.tables.toReversed()) await target.clear(table)
  const entries = readArchive(path)
  let next = await entries.next()
  const parts = async function* (name: string): AsyncGenerator<readonly Row[]> {
    for (; !next.done && tableOf(next.value.name) === name; next = await entries.next()) yield* rowsOf(next.value)
  }
  while (!next.done) {
    const { name, content } = next.value
    const table = tableOf(name)
    if (table === null) {
      if (isStored(name)) await writeStored(folder, name, content)
      next = await entries.next()
      continue
    }
    const given = tables.get(table)
    if (!given) throw new StartupError(`${path} has rows of an unknown table, ${table}.`)
    const loaded = await loadRows(target, given, parts(table))
    const expected = digests.get(table)
    if (loaded.digest !== expected?.digest) throw new StartupError(`${path} has other rows of the table ${table} than it says.`)
  }
}

async function loadDatabase(path: string, contents: Contents, location: DatabaseLocation, folder: string): Promise<void> {
  const { migrations, tables } = contents.database
  await migrateTo(location, folder, migrations)
  const target = await openTarget(location)
  try {
    await load(path, contents, target, folder)
    const written = await openSource(location)
    try {
      await verifyRows(
        written,
        tables.map((table) => sameTable(target, table)),
        contents.digests,
      )
    } finally {
      await written.close()
    }
    await target.finish()
  } finally {
    await target.close()
  }
  await migrateTo(location, folder)
}

const folderPrefix = 'restoring-'

/** Folders of restores that were killed: they contain keys. */
async function removeLeftovers(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir))
    if (name.startsWith(folderPrefix)) await rm(join(dataDir, name), { recursive: true, force: true })
}

/** Beside its place, as a rename does not reach another disk. */
const restoringPath = (path: string): string => `${path}.restoring`

/**
 * Restores a backup, of this version or an earlier one. Throws `StartupError`, and changes nothing, if the file is damaged or newer, or the
 * target is not empty. The data appears only when all of it is written.
 */
export async function restore(config: Pick<Config, 'database' | 'dataDir'>, path: string): Promise<BackupSummary> {
  const { database, dataDir } = config
  await refuseUsedTarget(config)
  const contents = await inspect(path)
  await mkdir(dataDir, { recursive: true })
  await removeLeftovers(dataDir)
  const folder = await mkdtemp(join(dataDir, folderPrefix))
  const location: DatabaseLocation = database.kind === 'sqlite' ? { kind: 'sqlite', path: restoringPath(database.path) } : database
  try {
    // Of an earlier attempt that was killed.
    if (location.kind === 'sqlite') await removeSqlite(location.path)
    await loadDatabase(path, contents, location, folder)
    for (const name of folders) {
      // Removes an empty folder, which not all systems replace.
      await rm(join(dataDir, name), { recursive: true, force: true })
      await rename(join(folder, name), join(dataDir, name)).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error
      })
    }
    if (database.kind === 'sqlite') await rename(restoringPath(database.path), database.path)
  } catch (error) {
    if (database.kind === 'postgres') await emptyPostgres(database.url).catch(() => undefined)
    throw error
  } finally {
    if (location.kind === 'sqlite') await removeSqlite(location.path)
    await rm(folder, { recursive: true, force: true })
  }
  return { rows: [...contents.digests.values()].reduce((sum, { rows }) => sum + rows, 0), files: contents.files }
}
