/** Saves the database, the pictures and the keys, while servers are running (BY25). */
import type { Writable } from 'node:stream'
import { StartupError, type Config } from '../config.ts'
import { createObjectStore, ObjectStoreUnavailable } from '#objects/store.ts'
import { writeArchive, type ArchiveWriter } from './archive.ts'
import { openSource } from './databases.ts'
import { createRowDigest } from './digest.ts'
import { readFiles } from './files.ts'
import { totalRows, type Progress, type RowSource, type Table } from './tables.ts'

/** The version of the file's layout. */
export const backupFormat = 1

/** `database.json`, before the rows. */
export interface DatabaseHeader {
  migrations: readonly string[]
  tables: readonly Table[]
}

export interface BackupSummary {
  rows: number
  files: number
}

/** Bytes of a part of a table, about. */
const partBytes = 4_000_000

const addJson = (archive: ArchiveWriter, name: string, value: unknown): Promise<void> =>
  archive.add(name, Buffer.from(JSON.stringify(value)))

/** Adds the rows as parts: a JSON array on each line. */
async function addRows(archive: ArchiveWriter, source: RowSource, table: Table): Promise<Progress> {
  const digest = createRowDigest()
  let lines: string[] = []
  let bytes = 0
  let part = 0
  const flush = async () => {
    if (lines.length === 0) return
    part += 1
    await archive.add(`tables/${table.name}/${part}.ndjson`, Buffer.from(lines.join('')))
    lines = []
    bytes = 0
  }
  for await (const rows of source.read(table)) {
    for (const row of rows) {
      digest.add(row)
      const line = `${JSON.stringify(row)}\n`
      lines.push(line)
      bytes += line.length
    }
    if (bytes >= partBytes) await flush()
  }
  await flush()
  return digest.result()
}

/**
 * Writes a backup. It contains everything that was acknowledged before the call: the rows of one moment, and the files to which they
 * refer. Files come first, because one that a row refers to may be deleted after the moment of the rows; then those that were added in
 * between.
 */
export async function backUp(config: Pick<Config, 'database' | 'dataDir' | 's3'>, output: Writable): Promise<BackupSummary> {
  const archive = writeArchive(output)
  const startedMs = Date.now()
  const objects = createObjectStore(config)
  let files = 0
  /** Names of the files that are found again. A file never changes. */
  const recent = new Set<string>()
  const addFiles = async (options?: { onlyRecent: boolean }) => {
    for await (const { name, content, isRecent } of readFiles({ dataDir: config.dataDir, objects }, startedMs, options)) {
      if (recent.has(name)) continue
      if (isRecent) recent.add(name)
      await archive.add(name, content)
      files += 1
    }
  }
  try {
    await addJson(archive, 'backup.json', { application: 'Strand', format: backupFormat, createdDate: new Date(startedMs).toISOString() })
    await addFiles()
    const source = await openSource(config.database)
    const digests: Record<string, Progress> = {}
    try {
      if (source.unfinished) throw new StartupError(`The ${source.unfinished} into this database has not ended: it cannot be saved.`)
      const { migrations, tables } = source
      await addJson(archive, 'database.json', {
        migrations,
        tables: tables.map(({ name, columns }) => ({ name, columns })),
      } satisfies DatabaseHeader)
      await addFiles({ onlyRecent: true })
      for (const table of tables) digests[table.name] = await addRows(archive, source, table)
    } finally {
      await source.close()
    }
    await addJson(archive, 'digests.json', digests)
    await archive.end()
    return { rows: totalRows(Object.values(digests)), files }
  } catch (error) {
    archive.abort(error as Error)
    if (error instanceof ObjectStoreUnavailable) throw new StartupError(`The uploads cannot be read: ${error.message}.`)
    const { code, message } = error as NodeJS.ErrnoException
    // Of the system: a closed pipe, a full disk.
    throw typeof code === 'string' && /^E[A-Z]+$/.test(code) ? new StartupError(`The backup cannot be written: ${message}.`) : error
  } finally {
    objects.close()
  }
}
