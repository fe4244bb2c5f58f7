import { readdirSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MigrationInterface } from 'typeorm'
import { copyDatabase } from '../../server/transfer/copy.ts'
import { closeDatabase, migrate, openDatabase } from '#db/data-source.ts'
import { migrations } from '#db/migrations/index.ts'
import { sql } from '#db/sql.ts'
import { transaction } from '#db/transaction.ts'
import { ready, startProduction } from '../support/built-server.ts'
import { insertMember } from '../support/migrations.ts'
import { createTestDatabase, testDatabaseKind, type TestDatabase } from '../support/server.ts'
import { configOf, contentOf } from '../server/transfer.ts'

const databases = join(import.meta.dirname, 'databases')
/** Until this day, migrations were still edited: earlier files have tables that no migration creates, and cannot be copied to PostgreSQL. */
const firstStable = '2026-11-23'
const names = readdirSync(databases)
  .filter((name) => name.endsWith('.gz'))
  .filter((name) => testDatabaseKind === 'sqlite' || name >= firstStable)

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'strand-upgrades-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** A database of the kind that is tested, with the tables and rows of an earlier version. */
async function earlierDatabase(name: string): Promise<TestDatabase> {
  const target = await createTestDatabase()
  const { database, dataDir } = configOf(target)
  const bytes = gunzipSync(await readFile(join(databases, name)))
  if (database.kind === 'sqlite') await writeFile(database.path, bytes)
  else {
    const path = join(folder, name)
    await writeFile(path, bytes)
    await copyDatabase({ kind: 'sqlite', path }, database, dataDir)
  }
  return target
}

describe('an upgrade', () => {
  it.each(names)('BY25 the server starts on %s, and its playlists, posts and members are there', async (name) => {
    const earlier = await earlierDatabase(name)
    const started = startProduction(earlier.env)
    try {
      const origin = await ready(started)
      const read = async <T>(path: string): Promise<T> => (await (await fetch(origin + path)).json()) as T
      const beads = await read<{ results: { id: string; href: string }[] }>('/api/v0/beads?limit=100')
      expect(beads.results.length).toBeGreaterThan(0)
      let posts = 0
      for (const { id, href } of beads.results) {
        expect((await fetch(origin + href, { headers: { Accept: 'text/html' } })).status).toBe(200)
        posts += (await read<{ results: unknown[] }>(`/api/v0/posts?bead=${id}&limit=100`)).results.length
      }
      expect(posts).toBeGreaterThan(5)
      const logIn = await fetch(`${origin}/api/v1/auth/milq`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Strand-Request': '1', 'Sec-Fetch-Site': 'same-origin' },
        body: JSON.stringify({ username: 'demo', password: 'strand' }),
      })
      expect(logIn.status).toBe(200)
    } finally {
      started.process.kill()
      await started.ended
      await earlier.remove()
    }
  })

  it('BY25 a migration that fails → the database is as it was, also without those before it', async () => {
    class Broken9999000000000 implements MigrationInterface {
      name = 'Broken9999000000000'
      async up(): Promise<void> {
        throw new Error('no space')
      }
      async down(): Promise<void> {}
    }
    const target = await createTestDatabase()
    const config = configOf(target)
    const open = async (known: readonly unknown[]) => openDatabase(config, known as typeof migrations)
    let db = await open(migrations.slice(0, -3))
    await migrate(db)
    await transaction(db, (manager) => insertMember(manager, 'early', '2026-01-01T00:00:00.000Z'))
    await closeDatabase(db)
    const before = await contentOf(config.database)
    db = await open([...migrations, Broken9999000000000])
    await expect(migrate(db)).rejects.toThrow('no space')
    expect(await sql(db, 'SELECT "name" FROM "migration"')).toHaveLength(migrations.length - 3)
    await closeDatabase(db)
    expect(await contentOf(config.database)).toEqual(before)
    db = await open(migrations)
    expect(await migrate(db)).toHaveLength(3)
    await closeDatabase(db)
    await target.remove()
  })
})
