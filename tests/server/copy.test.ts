import { existsSync } from 'node:fs'
import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { runCopy } from '../../server/transfer.ts'
import { copyDatabase } from '../../server/transfer/copy.ts'
import type { DatabaseLocation } from '../../server/transfer/databases.ts'
import { closeDatabase, migrate, openDatabase } from '#db/data-source.ts'
import { sql } from '#db/sql.ts'
import { transaction } from '#db/transaction.ts'
import { logAdminAction } from '../../server/features/moderation/log.ts'
import { insertMember } from '../support/migrations.ts'
import { createTestDatabase, testDatabaseKind, type TestDatabase } from '../support/server.ts'
import { configOf, contentOf, demoDatabase } from './transfer.ts'

let folder: string
let source: TestDatabase
let from: DatabaseLocation
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'strand-copy-'))
  source = await demoDatabase()
  from = configOf(source).database
})
afterAll(async () => {
  await source.remove()
  await rm(folder, { recursive: true, force: true })
})

const created: TestDatabase[] = []
afterEach(async () => {
  for (const database of created.splice(0)) await database.remove()
})

let files = 0
const newFile = (): DatabaseLocation => ({ kind: 'sqlite', path: join(folder, `${(files += 1)}.sqlite`) })

/** An empty database of the kind that is tested. */
async function newTarget(): Promise<DatabaseLocation> {
  const database = await createTestDatabase()
  created.push(database)
  return configOf(database).database
}

const urlOf = (location: DatabaseLocation): string => (location.kind === 'sqlite' ? `sqlite:${location.path}` : location.url)

/** Interrupts a copy when it has copied these tables. */
async function interrupt(target: DatabaseLocation, ...names: string[]): Promise<void> {
  const missing = new Set(names)
  const copying = copyDatabase(from, target, folder, {
    report: ({ table }) => {
      missing.delete(table)
      if (missing.size === 0) throw new Error('interrupted')
    },
  })
  await expect(copying).rejects.toThrow('interrupted')
}

/** The keys, indexes and references of PostgreSQL. */
async function definitionsOf(location: DatabaseLocation): Promise<unknown[]> {
  const db = await openDatabase({ database: location, dataDir: folder })
  const definitions = await sql(
    db,
    `SELECT "r"."relname" AS "table", "c"."conname" AS "name", pg_get_constraintdef("c"."oid") AS "definition"
     FROM "pg_constraint" "c" JOIN "pg_class" "r" ON "r"."oid" = "c"."conrelid"
     JOIN "pg_namespace" "n" ON "n"."oid" = "r"."relnamespace" WHERE "n"."nspname" = 'public'
     UNION ALL SELECT "tablename", "indexname", "indexdef" FROM "pg_indexes" WHERE "schemaname" = 'public' ORDER BY 1, 2, 3`,
  )
  await closeDatabase(db)
  return definitions
}

async function rows<T>(location: DatabaseLocation, query: string): Promise<T[]> {
  const db = await openDatabase({ database: location, dataDir: folder })
  const found = await sql<T>(db, query)
  await closeDatabase(db)
  return found
}

async function run(location: DatabaseLocation, statement: string): Promise<void> {
  const db = await openDatabase({ database: location, dataDir: folder })
  await transaction(db, (manager) => sql(manager, statement))
  await closeDatabase(db)
}

describe('a copy of a database', () => {
  it('BY26 to a file and back → the same rows, verified; the last one is ready for a server', async () => {
    const content = await contentOf(from)
    const file = newFile()
    const lines: string[] = []
    const first = await runCopy(configOf(source), [urlOf(from), urlOf(file)], (line) => lines.push(line))
    expect(first).toEqual({ ok: true, text: expect.stringMatching(/^Copied and verified [\d,]+ rows of \d+ tables/) as string })
    expect(lines).toContainEqual(expect.stringMatching(/^post: [\d,]+ rows$/))
    expect(await contentOf(file)).toEqual(content)
    const target = await newTarget()
    await copyDatabase(file, target, folder)
    expect(await contentOf(target)).toEqual(content)
    const db = await openDatabase({ database: target, dataDir: folder })
    expect(await migrate(db)).toEqual([])
    await transaction(db, (manager) => insertMember(manager, 'later', '2026-07-01T12:00:00.000Z'))
    await closeDatabase(db)
  })

  it('BY26 interrupted → no server starts on it; the same command goes on, and all rows are the same', async () => {
    const target = await newTarget()
    await interrupt(target, 'member', 'bead')
    const refusal = { name: 'StartupError', message: expect.stringContaining('has not ended') as string }
    if (target.kind === 'sqlite') {
      await expect(openDatabase({ database: target, dataDir: folder })).rejects.toMatchObject(refusal)
      expect(existsSync(target.path)).toBe(false)
    } else {
      const db = await openDatabase({ database: target, dataDir: folder })
      await expect(migrate(db)).rejects.toMatchObject(refusal)
      await closeDatabase(db)
    }
    const { rows, resumed } = await copyDatabase(from, target, folder)
    expect(resumed).toBeGreaterThan(0)
    expect(resumed).toBeLessThan(rows)
    expect(await contentOf(target)).toEqual(await contentOf(from))
  })

  it('BY26 interrupted after the admin log, and the source changes → copied from the start', async () => {
    const target = await newTarget()
    const db = await openDatabase(configOf(source))
    await transaction(db, (manager) =>
      logAdminAction(manager, {
        by: 'admin',
        action: 'member.privileges',
        target: { kind: 'member', id: 'demo' },
        detail: { verified: true },
      }),
    )
    await interrupt(target, 'admin_action', 'member')
    await transaction(db, (manager) => sql(manager, `UPDATE "member" SET "city" = 'Elsewhere' WHERE "uid" = 'demo'`))
    await closeDatabase(db)
    const { resumed } = await copyDatabase(from, target, folder)
    expect(resumed).toBe(0)
    expect(await contentOf(target)).toEqual(await contentOf(from))
  })

  it.each(['sqlite_autoindex_transfer_progress_1', 'member'])(
    'BY26 interrupted, and %s of the file is damaged → copied from the start',
    async (name) => {
      const file = newFile() as { kind: 'sqlite'; path: string }
      await interrupt(file, 'member', 'bead')
      const handle = new Database(`${file.path}.copying`)
      handle.pragma('wal_checkpoint(TRUNCATE)')
      const page = handle.prepare('SELECT rootpage FROM sqlite_master WHERE name = ?').pluck().get(name) as number
      const size = handle.pragma('page_size', { simple: true }) as number
      handle.close()
      const damaged = await open(`${file.path}.copying`, 'r+')
      await damaged.write(Buffer.alloc(size, 1), 0, size, (page - 1) * size)
      await damaged.close()
      const { resumed } = await copyDatabase(from, file, folder)
      expect(resumed).toBe(0)
      expect(await contentOf(file)).toEqual(await contentOf(from))
    },
  )

  /** The statements of tables, indexes and triggers. */
  function schemaOf(path: string): unknown[] {
    const handle = new Database(path, { readonly: true })
    const schema = handle.prepare('SELECT type, name, sql FROM sqlite_master ORDER BY type, name').all()
    handle.close()
    return schema
  }

  it('BY26 interrupted while SQLite creates the indexes → the same command goes on, and the schema is that of migrations', async () => {
    const [file, migrated] = [newFile(), newFile()] as { kind: 'sqlite'; path: string }[]
    const db = await openDatabase({ database: migrated!, dataDir: folder })
    await migrate(db)
    await closeDatabase(db)
    await interrupt(file!, 'member')
    const statement = (text: string) => {
      const handle = new Database(`${file!.path}.copying`)
      handle.exec(text)
      handle.close()
    }
    statement('CREATE TABLE "session_uid" ("takes" integer)')
    await expect(copyDatabase(from, file!, folder)).rejects.toThrow('session_uid')
    statement('DROP TABLE "session_uid"')
    const { rows, resumed } = await copyDatabase(from, file!, folder)
    expect(resumed).toBe(rows)
    expect(schemaOf(file!.path)).toEqual(schemaOf(migrated!.path))
    expect(await contentOf(file!)).toEqual(await contentOf(from))
  })

  it.runIf(testDatabaseKind === 'postgres')('BY26 PostgreSQL has the same keys, indexes and references as after migrations', async () => {
    const target = await newTarget()
    await copyDatabase(from, target, folder)
    const expected = await definitionsOf(configOf(source).database)
    expect(expected.length).toBeGreaterThan(100)
    expect(await definitionsOf(target)).toEqual(expected)
  })

  it.runIf(testDatabaseKind === 'postgres')(
    'BY26 PostgreSQL knows that all rows are visible, so that counts read indexes only',
    async () => {
      const target = await newTarget()
      await copyDatabase(from, target, folder)
      const db = await openDatabase({ database: target, dataDir: folder })
      const [table] = await sql<{ pages: number; visible: number }>(
        db,
        `SELECT "relpages" AS "pages", "relallvisible" AS "visible" FROM pg_class WHERE "relname" = 'member'`,
      )
      await closeDatabase(db)
      expect(table!.pages).toBeGreaterThan(0)
      expect(table!.visible).toBe(table!.pages)
    },
  )

  it.runIf(testDatabaseKind === 'postgres')(
    'BY26 interrupted while PostgreSQL creates the indexes → the same command goes on',
    async () => {
      const target = await newTarget()
      await interrupt(target, 'member')
      await run(target, 'CREATE TABLE "session_uid" ("takes" integer)')
      await expect(copyDatabase(from, target, folder)).rejects.toThrow('session_uid')
      await run(target, 'DROP TABLE "session_uid"')
      const { rows, resumed } = await copyDatabase(from, target, folder)
      expect(resumed).toBe(rows)
      expect(await definitionsOf(target)).toEqual(await definitionsOf(configOf(source).database))
      expect(await contentOf(target)).toEqual(await contentOf(from))
    },
  )

  it.runIf(testDatabaseKind === 'postgres')('BY26 PostgreSQL demands a password, which is in PGPASSWORD → copied', async () => {
    const small = newFile()
    const db = await openDatabase({ database: small, dataDir: folder })
    await migrate(db)
    await transaction(db, (manager) => insertMember(manager, 'ann', '2026-07-01T12:00:00.000Z'))
    await closeDatabase(db)
    const target = (await newTarget()) as { kind: 'postgres'; url: string }
    const url = new URL(target.url)
    const name = url.pathname.slice(1)
    const file = (await rows<{ hba_file: string }>(target, 'SHOW hba_file'))[0]!.hba_file
    const allowed = await readFile(file, 'utf8')
    await run(target, `CREATE ROLE "${name}" LOGIN PASSWORD 'of-the-role'`)
    await run(target, `ALTER DATABASE "${name}" OWNER TO "${name}"`)
    await run(target, `ALTER SCHEMA public OWNER TO "${name}"`)
    await writeFile(file, `host all "${name}" 127.0.0.1/32 scram-sha-256\n${allowed}`)
    try {
      await rows(target, 'SELECT pg_reload_conf()')
      url.username = name
      url.password = ''
      const args = [urlOf(small), url.href]
      vi.stubEnv('PGPASSWORD', 'another')
      await expect.poll(() => rows({ kind: 'postgres', url: url.href }, 'SELECT 1').catch(String)).toMatch(/password/)
      await expect(runCopy(configOf(source), args, () => undefined)).rejects.toThrow(/password/)
      vi.stubEnv('PGPASSWORD', 'of-the-role')
      expect((await runCopy(configOf(source), args, () => undefined)).ok).toBe(true)
      expect(await contentOf(target)).toEqual(await contentOf(small))
    } finally {
      vi.unstubAllEnvs()
      await writeFile(file, allowed)
      await rows(target, 'SELECT pg_reload_conf()')
      await run(target, `REASSIGN OWNED BY "${name}" TO "postgres"`)
      await run(target, `DROP ROLE "${name}"`)
    }
  })

  it('BY26 the source cannot be written until the copy ends', async () => {
    const db = await openDatabase(configOf(source))
    let writing: Promise<unknown> | undefined
    let isWritten = false
    await copyDatabase(from, newFile(), folder, {
      report: () => {
        writing ??= transaction(db, (manager) => insertMember(manager, 'waiting', '2026-07-01T12:00:00.000Z')).then(
          () => (isWritten = true),
          () => undefined,
        )
        expect(isWritten).toBe(false)
      },
    })
    await writing
    await closeDatabase(db)
  })

  it('BY26 a target with data, a source that is none, and wrong arguments → explained, and nothing changes', async () => {
    const file = newFile()
    await copyDatabase(from, file, folder)
    const content = await contentOf(file)
    await expect(copyDatabase(from, file, folder)).rejects.toMatchObject({ name: 'StartupError' })
    const used = await demoDatabase()
    created.push(used)
    await expect(copyDatabase(from, configOf(used).database, folder)).rejects.toThrow('There is data in')
    expect(await contentOf(file)).toEqual(content)
    await expect(copyDatabase(newFile(), newFile(), folder)).rejects.toMatchObject({ name: 'StartupError' })
    for (const args of [[], ['sqlite:a'], ['a', 'b'], ['sqlite:a', 'sqlite:b', 'c']])
      expect((await runCopy(configOf(source), args, () => undefined)).text, args.join(' ')).toContain('npm run database:copy -- FROM TO')
  })
})
