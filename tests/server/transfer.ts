/** Databases for the tests of backups and copies. */
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { loadConfig, type Config } from '../../server/config.ts'
import { seedDemoWorld } from '../../server/demo/seed.ts'
import { openSource, type DatabaseLocation } from '../../server/transfer/databases.ts'
import { createRowDigest } from '../../server/transfer/digest.ts'
import { closeDatabase, migrate, openDatabase } from '#db/data-source.ts'
import { createTestDatabase, type TestDatabase } from '../support/server.ts'

export const configOf = ({ env }: TestDatabase): Config => loadConfig({ NODE_ENV: 'test', ...env })

/** A picture and a key, as the server stores them, and files that belong to no backup. */
export const storedFiles: Readonly<Record<string, string>> = {
  [`pictures/ab/${'0123456789abcdef'.repeat(2)}/m0picture1version-main.jpg`]: 'picture',
  'keys/mail': 'secret',
  'keys/vapid.json': '{}',
}
const otherFiles = ['keys/mail.12.ab', 'keys/vapid.json.12.ab', 'search/index', 'pictures/ab/unfinished.tmp']

export async function writeFiles(dataDir: string): Promise<void> {
  for (const [name, content] of [...Object.entries(storedFiles), ...otherFiles.map((other) => [other, ''] as const)]) {
    await mkdir(join(dataDir, dirname(name)), { recursive: true })
    await writeFile(join(dataDir, name), content)
  }
}

/** A database and data directory with the demo world. */
export async function demoDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase()
  const config = configOf(database)
  const db = await openDatabase(config)
  await migrate(db, () => seedDemoWorld(db, new Date('2026-06-01T12:00:00Z')))
  await closeDatabase(db)
  await writeFiles(config.dataDir)
  return database
}

/** Number and digest of the rows of each table. */
export async function contentOf(location: DatabaseLocation): Promise<Record<string, string>> {
  const source = await openSource(location)
  const content: Record<string, string> = {}
  for (const table of source.tables) {
    const digest = createRowDigest()
    // By name, as the order of columns may differ.
    const columns = table.columns.toSorted((a, b) => (a.name < b.name ? -1 : 1))
    for await (const rows of source.read({ name: table.name, columns })) for (const row of rows) digest.add(row)
    content[table.name] = Object.values(digest.result()).join(' ')
  }
  await source.close()
  return content
}
