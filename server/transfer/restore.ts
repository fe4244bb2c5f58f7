/** Restores a backup into an empty database and data directory (BY25). */
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { lstat, mkdtemp, open, readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { makeWritable, migrationsNamed } from '#db/data-source.ts'
import { restoringFolders, restoringPrefix } from '#db/unfinished.ts'
import { createObjectStore, ObjectStoreUnavailable } from '#objects/store.ts'
import { StartupError, type Config } from '../config.ts'
import { readArchive, type Entry } from './archive.ts'
import { backupFormat, type BackupSummary, type DatabaseHeader } from './backup.ts'
import {
  addressOf,
  createTables,
  migrateTo,
  openSource,
  openTarget,
  publishDatabase,
  refuseUsed,
  removeSqlite,
  setRestoreId,
  whileExclusive,
  writtenTo,
  type DatabaseLocation,
} from './databases.ts'
import { createWrites, folders, isFolderEmpty, isPicture, isStored, writeStored } from './files.ts'
import { loadRows, sameTable, verifyRows } from './load.ts'
import { whileLockedBy } from './lock.ts'
import { emptyPostgres } from './postgres.ts'
import { createUploadTarget, type UploadTarget } from './upload-target.ts'
import { batchRows, totalRows, type Progress, type Row, type RowTarget, type Table } from './tables.ts'

const Header = z.object({ application: z.literal('Strand'), format: z.number() })
const Database = z.object({
  migrations: z.array(z.string()),
  tables: z.array(
    z.object({ name: z.string(), columns: z.array(z.object({ name: z.string(), kind: z.enum(['boolean', 'number', 'text']) })) }),
  ),
})
const Digests = z.record(z.string(), z.object({ rows: z.number(), digest: z.string() }))

/** What a restore does next. Until `ready` it can only start again, from then on only go on. */
export type RestoreStep = 'tables' | 'rows' | 'verification' | 'migration' | 'ready' | 'files' | 'uploads' | 'database' | 'cleanup'
type OnStep = (step: RestoreStep) => void

interface Contents {
  /** SHA-256. */
  digest: string
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
  let digest = ''
  for await (const entry of readArchive(path, (sha256) => (digest = sha256))) {
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
  return { digest, database, digests, files }
}

/** Nothing is overwritten but a restore that was killed. */
async function refuseUsedTarget({ database, dataDir }: Pick<Config, 'database' | 'dataDir'>, uploads: UploadTarget | null): Promise<void> {
  await refuseUsed(database, 'restore')
  for (const folder of folders) {
    const found = await lstat(join(dataDir, folder)).catch(() => null)
    if (found !== null && !found.isDirectory())
      throw new StartupError(`${join(dataDir, folder)} is no folder. Restore into an empty data directory (STRAND_DATA_DIR).`)
    if (!(await isFolderEmpty(join(dataDir, folder))))
      throw new StartupError(`There are files in ${join(dataDir, folder)}. Restore into an empty data directory (STRAND_DATA_DIR).`)
  }
  await uploads?.refuseUsed()
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

type WriteFile = (name: string, content: Buffer) => Promise<void>

/** Writes the files, and the rows into `target`. */
async function load(path: string, { database, digests }: Contents, target: RowTarget, write: WriteFile): Promise<void> {
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
      if (isStored(name)) await write(name, content)
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

/**
 * Writes the files, and the rows into a database that is complete but still has its mark.
 * @param folder a data directory, which an open database needs
 */
async function loadDatabase(
  path: string,
  contents: Contents,
  { location, folder, write, onStep }: { location: DatabaseLocation; folder: string; write: WriteFile; onStep: OnStep },
): Promise<void> {
  const { migrations, tables } = contents.database
  onStep('tables')
  await createTables(location, 'restore', { dataDir: folder, migrations })
  onStep('rows')
  const target = await openTarget(location)
  try {
    await load(path, contents, target, write)
    onStep('verification')
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
    await target.check()
  } finally {
    await target.close()
  }
  onStep('migration')
  await migrateTo(location, folder)
}

/** A folder whose restore has ended: it has no files any more. */
const restoredPrefix = 'restored-'

/** Folders of restores that were killed before they were ready: they contain keys. */
async function removeLeftovers(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir))
    if (name.startsWith(restoringPrefix) || name.startsWith(restoredPrefix)) await rm(join(dataDir, name), { recursive: true, force: true })
}

const Ready = z.object({ id: z.uuid(), backup: z.string(), database: z.string(), uploads: z.string().nullable() })
type Ready = z.infer<typeof Ready>
/** Exists in the folder of a restore when everything is written and verified, and only needs to get its place. */
const readyFile = 'ready.json'

/** A restore that is ready. */
interface Prepared {
  folder: string
  id: string
}

interface Target {
  database: DatabaseLocation
  dataDir: string
  /** null: pictures are files in the data directory */
  uploads: UploadTarget | null
}

const describe = ({ digest }: Contents, { database, uploads }: Target): Omit<Ready, 'id'> => ({
  backup: digest,
  database: addressOf(database),
  uploads: uploads?.location ?? null,
})

/** The folder of a restore of this backup, into this target, that is ready. Throws `StartupError` if another one is. */
async function findReady(contents: Contents, target: Target): Promise<Prepared | null> {
  for (const folder of await restoringFolders(target.dataDir)) {
    if (!existsSync(join(folder, readyFile))) continue
    const { id, ...ready } = Ready.parse(JSON.parse(await readFile(join(folder, readyFile), 'utf8')))
    if (isDeepStrictEqual(ready, describe(contents, target))) return { folder, id }
    throw new StartupError(
      `The restore of another backup, or into another database, has not ended. Run that command again, or delete ${folder} and what it has restored.`,
    )
  }
  return null
}

/** Waits until the disk has the names in a folder. */
async function sync(path: string): Promise<void> {
  const handle = await open(path)
  await handle.sync().finally(() => handle.close())
}

/** What the file vouches for is on the disk before it. */
async function markReady({ folder, id }: Prepared, contents: Contents, target: Target): Promise<void> {
  await setRestoreId(target.database, id)
  if (target.database.kind === 'sqlite') await sync(dirname(target.database.path))
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isDirectory()) await sync(join(entry.parentPath, entry.name))
  const path = join(folder, readyFile)
  await writeFile(`${path}.tmp`, JSON.stringify({ id, ...describe(contents, target) }), { flush: true })
  await rename(`${path}.tmp`, path)
  await sync(folder)
}

/** Gives the files their place. A rename does not reach another disk. */
async function revealFiles(dataDir: string, folder: string): Promise<void> {
  for (const name of folders) {
    if (!existsSync(join(folder, name))) continue
    // Not all systems replace an empty folder. One with files is refused.
    await rmdir(join(dataDir, name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST')
        throw new StartupError(`Cannot replace ${join(dataDir, name)}: ${error.message}.`)
      throw new StartupError(`There are files in ${join(dataDir, name)}. Move them away, and run the command that restores again.`)
    })
    await rename(join(folder, name), join(dataDir, name))
  }
}

/** Each step can be repeated. A server starts only after the last one. */
async function publish({ database, dataDir, uploads }: Target, { folder, id }: Prepared, onStep: OnStep): Promise<void> {
  onStep('files')
  await revealFiles(dataDir, folder)
  onStep('uploads')
  await uploads?.finish(id)
  onStep('database')
  await publishDatabase(database, 'restore', id)
  onStep('cleanup')
  // In one step, as the folder is the mark of an unfinished restore.
  const restored = join(dirname(folder), basename(folder).replace(restoringPrefix, restoredPrefix))
  await rename(folder, restored)
  await rm(restored, { recursive: true, force: true })
}

/**
 * Restores a backup, of this version or an earlier one. Throws `StartupError`, and changes nothing, if the file is damaged or newer, or the
 * target is not empty. The data appears only when all of it is written; pictures in object storage before the rows that refer to them.
 * After an interruption, at any moment, the same call starts again, or does the steps that are left.
 */
export async function restore(
  config: Pick<Config, 'database' | 'dataDir' | 's3'>,
  path: string,
  onStep: OnStep = () => undefined,
): Promise<BackupSummary> {
  const { database, dataDir } = config
  const contents = await inspect(path)
  const objects = createObjectStore(config)
  const target: Target = { database, dataDir, uploads: objects.kind === 's3' ? createUploadTarget(objects) : null }
  try {
    await makeWritable(dataDir, 'the data directory (STRAND_DATA_DIR)')
    const lock = join(dataDir, 'restore-transfer')
    await whileExclusive(database, () => whileLockedBy(lock, dataDir, () => restoreInto(target, path, { contents, onStep })))
    return { rows: totalRows(contents.digests.values()), files: contents.files }
  } catch (error) {
    throw error instanceof ObjectStoreUnavailable ? new StartupError(`The uploads cannot be restored: ${error.message}.`) : error
  } finally {
    objects.close()
  }
}

interface Work {
  contents: Contents
  onStep: OnStep
}

async function restoreInto(target: Target, path: string, work: Work): Promise<void> {
  const prepared = (await findReady(work.contents, target)) ?? (await prepare(target, path, work))
  await publish(target, prepared, work.onStep).catch((error: unknown) => {
    if (!(error instanceof StartupError)) throw error
    throw new StartupError(`${error.message} To give the restore up, delete ${prepared.folder} and what it has restored.`)
  })
}

/** Writes everything, under other names or marked as unfinished. */
async function prepare(target: Target, path: string, { contents, onStep }: Work): Promise<Prepared> {
  const { database, dataDir, uploads } = target
  await refuseUsedTarget(target, uploads)
  await removeLeftovers(dataDir)
  const folder = await mkdtemp(join(dataDir, restoringPrefix))
  const prepared = { folder, id: randomUUID() }
  const location = writtenTo(database, 'restore')
  const writes = createWrites()
  const write: WriteFile = (name, content) =>
    uploads !== null && isPicture(name) ? uploads.write(name, content) : writes.add(() => writeStored(folder, name, content))
  try {
    await uploads?.begin(prepared.id)
    await loadDatabase(path, contents, { location, folder, write, onStep })
    await writes.ended()
    await uploads?.written(prepared.id)
    onStep('ready')
    await markReady(prepared, contents, target)
    return prepared
  } catch (error) {
    await writes.settled()
    // First, as it may be ready. What remains after a failure of these is recognised by the next restore.
    await rm(folder, { recursive: true, force: true })
    if (location.kind === 'postgres') await emptyPostgres(location.url).catch(() => undefined)
    else await removeSqlite(location.path)
    await uploads?.abort(prepared.id).catch(() => undefined)
    throw error
  }
}
