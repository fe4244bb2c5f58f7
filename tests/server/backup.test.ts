import { existsSync } from 'node:fs'
import { lutimes, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { PassThrough } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import type { Logger } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { scheduledBackups } from '../../server/backup-job.ts'
import { StartupError } from '../../server/config.ts'
import { runBackup, runRestore } from '../../server/transfer.ts'
import { readArchive } from '../../server/transfer/archive.ts'
import { backUp } from '../../server/transfer/backup.ts'
import { restore } from '../../server/transfer/restore.ts'
import { isEmptyPostgres } from '../../server/transfer/postgres.ts'
import { closeDatabase, migrate, openDatabase } from '#db/data-source.ts'
import { migrations } from '#db/migrations/index.ts'
import { sql } from '#db/sql.ts'
import { transaction } from '#db/transaction.ts'
import { insertMember } from '../support/migrations.ts'
import { createTestDatabase, type TestDatabase } from '../support/server.ts'
import { configOf, contentOf, demoDatabase, storedFiles } from './transfer.ts'

let folder: string
let source: TestDatabase
let file: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'strand-backup-'))
  source = await demoDatabase()
  file = join(folder, 'demo.backup')
  await runBackup(configOf(source), [file])
})
afterAll(async () => {
  await source.remove()
  await rm(folder, { recursive: true, force: true })
})

const created: TestDatabase[] = []
afterEach(async () => {
  for (const database of created.splice(0)) await database.remove()
})

async function emptyTarget(): Promise<TestDatabase> {
  const database = await createTestDatabase()
  created.push(database)
  return database
}

/** Whether nothing was written. */
async function isUntouched(target: TestDatabase): Promise<boolean> {
  const { database, dataDir } = configOf(target)
  const isEmpty = database.kind === 'sqlite' ? !existsSync(database.path) : await isEmptyPostgres(database.url)
  return isEmpty && (await readdir(dataDir)).length === 0
}

/** Names of files that are being written, or are left of a killed run. */
const unfinishedOf = async (path: string): Promise<string[]> =>
  (await readdir(folder)).filter((name) => name.startsWith(basename(path)) && name.endsWith('.unfinished'))

const refusal = (message: RegExp) => ({ name: 'StartupError', message: expect.stringMatching(message) as string })

describe('a backup', () => {
  it('BY25 restored into an empty database and data directory → the same rows, pictures and keys', async () => {
    const target = await emptyTarget()
    const { database, dataDir } = configOf(target)
    const { ok, text } = await runRestore(configOf(target), [file])
    expect([ok, text]).toEqual([true, expect.stringMatching(/^Restored [\d,]+ rows and 3 files in [\d.]+ s\.$/)])
    const content = await contentOf(database)
    expect(content).toEqual(await contentOf(configOf(source).database))
    expect(Number(content.post!.split(' ')[0])).toBeGreaterThan(100)
    for (const [name, expected] of Object.entries(storedFiles)) expect(await readFile(join(dataDir, name), 'utf8')).toBe(expected)
    const names = (await readdir(dataDir)).filter((name) => !name.startsWith('strand.sqlite'))
    expect(names.toSorted()).toEqual(['keys', 'pictures'])
    expect((await readdir(join(dataDir, 'keys'))).toSorted()).toEqual(['mail', 'vapid.json'])
    const db = await openDatabase(configOf(target))
    expect(await migrate(db), 'migrations that are left').toEqual([])
    await closeDatabase(db)
  })

  it('BY25 only its owner can read it, and it never replaces a file', async () => {
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    const before = await readFile(file)
    await expect(runBackup(configOf(source), [file])).rejects.toMatchObject(refusal(/exists/))
    expect(before.equals(await readFile(file))).toBe(true)
    expect(await unfinishedOf(file)).toEqual([])
    expect((await runBackup(configOf(source), [])).text).toContain('Usage')
  })

  it('BY25 taken during 50 writes a second → everything acknowledged before it started, and nothing twice', async () => {
    const config = configOf(source)
    const db = await openDatabase(config)
    const acknowledged: string[] = []
    let isWriting = true
    const writing = (async () => {
      for (let n = 0; isWriting; n += 1) {
        await transaction(db, (manager) => insertMember(manager, `writer${n}`, '2026-06-01T12:00:00.000Z'))
        acknowledged.push(`writer${n}`)
        await setTimeout(20)
      }
    })()
    await expect.poll(() => acknowledged.length).toBeGreaterThan(20)
    const before = [...acknowledged]
    const path = join(folder, 'busy.backup')
    await runBackup(config, [path])
    isWriting = false
    await writing
    await closeDatabase(db)
    const target = await emptyTarget()
    await runRestore(configOf(target), [path])
    const restored = await openDatabase(configOf(target))
    const rows = await sql<{ uid: string }>(restored, `SELECT "uid" FROM "member" WHERE "uid" LIKE 'writer%'`)
    await closeDatabase(restored)
    expect(rows.map(({ uid }) => uid)).toEqual(expect.arrayContaining(before))
    expect(rows.length).toBeLessThanOrEqual(acknowledged.length)
  })

  it('BY25 keys of the environment → named, as the file lacks them', async () => {
    const config = { ...configOf(source), secret: 'a-secret-of-the-operator', vapid: { publicKey: 'public', privateKey: 'private' } }
    const { text } = await runBackup(config, [join(folder, 'keyless.backup')])
    expect(text).toMatch(/ s\. It lacks keys of the environment, save them too: STRAND_SECRET, VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY\.$/)
    expect((await runBackup(configOf(source), [join(folder, 'complete.backup')])).text).toMatch(/ s\.$/)
  })

  it('BY25 two into the same file → one is complete, the other is refused', async () => {
    const path = join(folder, 'both.backup')
    const first = runBackup(configOf(source), [path])
    await expect.poll(() => unfinishedOf(path), { interval: 1 }).toHaveLength(1)
    const second = runBackup(configOf(source), [path])
    const both = Promise.allSettled([first, second])
    await Promise.any([first, second])
    for await (const { name } of readArchive(path)) expect(name).toBeTruthy()
    expect((await both).map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await expect(Promise.all([first, second])).rejects.toMatchObject(refusal(/both\.backup exists/))
    expect(await unfinishedOf(path)).toEqual([])
  })

  it('BY25 a file that appears during the backup → not replaced', async () => {
    const path = join(folder, 'taken.backup')
    const running = runBackup(configOf(source), [path])
    await expect.poll(() => unfinishedOf(path), { interval: 1 }).toHaveLength(1)
    await writeFile(path, 'other')
    await expect(running).rejects.toMatchObject(refusal(/taken\.backup exists/))
    expect(await readFile(path, 'utf8')).toBe('other')
  })

  it('BY25 leftovers of a backup and a restore that were killed are replaced; a link is not followed', async () => {
    const [path, elsewhere] = [join(folder, 'again.backup'), join(folder, 'elsewhere')]
    await writeFile(elsewhere, 'other')
    await symlink(elsewhere, `${path}.unfinished`)
    await writeFile(`${path}.0123456789ab.unfinished`, 'killed')
    await utimes(`${path}.0123456789ab.unfinished`, 0, 0)
    await lutimes(`${path}.unfinished`, 0, 0)
    await runBackup(configOf(source), [path])
    expect(await readFile(elsewhere, 'utf8')).toBe('other')
    expect(await unfinishedOf(path)).toEqual([])
    const target = await emptyTarget()
    const { dataDir } = configOf(target)
    await mkdir(join(dataDir, 'restoring-abc123', 'keys'), { recursive: true })
    await runRestore(configOf(target), [path])
    expect((await readdir(dataDir)).filter((name) => name.startsWith('restoring'))).toEqual([])
  })

  it('BY25 of an earlier version → restored, and migrated to this one', async () => {
    const earlier = await emptyTarget()
    const config = configOf(earlier)
    const db = await openDatabase(config, migrations.slice(0, 10))
    await migrate(db)
    await transaction(db, (manager) => insertMember(manager, 'early', '2025-01-01T00:00:00.000Z'))
    await closeDatabase(db)
    const path = join(folder, 'early.backup')
    await runBackup(config, [path])
    const target = await emptyTarget()
    await runRestore(configOf(target), [path])
    const restored = await openDatabase(configOf(target))
    expect(await sql(restored, 'SELECT "uid" FROM "member"')).toEqual([{ uid: 'early' }])
    expect(await migrate(restored)).toEqual([])
    await closeDatabase(restored)
  })

  it('BY25 a slow pipe → the same backup; a pipe that breaks → an error', async () => {
    const slow = new PassThrough({ highWaterMark: 1024 })
    const parts: Buffer[] = []
    const reading = (async () => {
      for await (const part of slow) {
        parts.push(part as Buffer)
        if (parts.length % 50 === 0) await setTimeout(1)
      }
    })()
    await backUp(configOf(source), slow)
    await reading
    const path = join(folder, 'piped.backup')
    await writeFile(path, Buffer.concat(parts))
    const target = await emptyTarget()
    await restore(configOf(target), path)
    const broken = new PassThrough()
    broken.once('data', () => broken.destroy(new Error('EPIPE')))
    await expect(backUp(configOf(source), broken)).rejects.toThrow()
  })
})

describe('what cannot be restored', () => {
  it.each([
    ['a damaged file', (bytes: Buffer) => (bytes.writeUInt8(bytes.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1), bytes)],
    ['half of a file', (bytes: Buffer) => bytes.subarray(0, bytes.length >> 1)],
    ['a file without its last bytes', (bytes: Buffer) => bytes.subarray(0, -9)],
    ['an empty file', () => Buffer.alloc(0)],
    ['another file', () => Buffer.from('<html>')],
  ])('BY25 %s → refused, and nothing is written', async (_, change) => {
    const path = join(folder, 'damaged.backup')
    await writeFile(path, change(await readFile(file)))
    const target = await emptyTarget()
    await expect(runRestore(configOf(target), [path])).rejects.toMatchObject(refusal(/cannot be restored|no backup/))
    expect(await isUntouched(target)).toBe(true)
  })

  it('BY25 a backup that ended with an error → refused', async () => {
    const path = join(folder, 'aborted.backup')
    const output = new PassThrough()
    const parts: Buffer[] = []
    output.on('data', (part: Buffer) => parts.push(part))
    const { dataDir } = configOf(source)
    await expect(backUp({ dataDir, s3: null, database: { kind: 'sqlite', path: join(folder, 'missing.sqlite') } }, output)).rejects.toThrow(
      StartupError,
    )
    await writeFile(path, Buffer.concat(parts))
    const target = await emptyTarget()
    await expect(runRestore(configOf(target), [path])).rejects.toThrow(StartupError)
    expect(await isUntouched(target)).toBe(true)
  })

  it('BY25 a backup of a newer version → refused', async () => {
    const newer = await emptyTarget()
    const config = configOf(newer)
    const db = await openDatabase(config)
    await migrate(db)
    await transaction(db, (manager) =>
      sql(manager, `INSERT INTO "migration" ("timestamp", "name") VALUES (9990000000000, 'Later9990000000000')`),
    )
    await expect(migrate(db), 'a server does not start on it').rejects.toMatchObject(refusal(/newer version of Strand.*Later999/))
    await closeDatabase(db)
    const path = join(folder, 'newer.backup')
    await runBackup(config, [path])
    const target = await emptyTarget()
    await expect(runRestore(configOf(target), [path])).rejects.toMatchObject(refusal(/newer version of Strand/))
    expect(await isUntouched(target)).toBe(true)
  })

  it('BY25 a target with a database, or with pictures → refused, and unchanged', async () => {
    const used = await demoDatabase()
    created.push(used)
    const { database, dataDir } = configOf(used)
    const before = await contentOf(database)
    await expect(runRestore(configOf(used), [file])).rejects.toMatchObject(refusal(/There is data/))
    expect(await contentOf(database)).toEqual(before)
    const target = await emptyTarget()
    await expect(restore({ dataDir, s3: null, database: configOf(target).database }, file)).rejects.toMatchObject(
      refusal(/There are files in/),
    )
    expect(await isUntouched(target)).toBe(true)
  })
})

describe('scheduled backups', () => {
  it('BY25 the newest stay, other files are left alone, and each can be restored', async () => {
    const directory = join(folder, 'scheduled')
    const config = { ...configOf(source), backups: { directory, everyMs: 3_600_000, count: 2 } }
    const warnings: unknown[] = []
    const log = { info: () => undefined, warn: (value: unknown) => warnings.push(value) } as unknown as Logger
    for (const [name, value] of Object.entries(source.env)) vi.stubEnv(name, value)
    let day = 0
    const [job] = scheduledBackups({ config, log, now: () => new Date(Date.UTC(2026, 5, (day += 1))) })
    await job!.run(new AbortController().signal)
    await writeFile(join(directory, 'notes.backup'), '')
    await writeFile(join(directory, 'strand-2026-06-01T00-00-00Z.backup.unfinished'), 'cut off')
    for (let n = 0; n < 3; n += 1) await job!.run(new AbortController().signal)
    vi.unstubAllEnvs()
    const names = (await readdir(directory)).toSorted()
    expect(names).toEqual(['notes.backup', 'strand-2026-06-03T00-00-00Z.backup', 'strand-2026-06-04T00-00-00Z.backup'])
    const target = await emptyTarget()
    await runRestore(configOf(target), [join(directory, names[2]!)])
    expect(await contentOf(configOf(target).database)).toEqual(await contentOf(configOf(source).database))
  })

  it('BY25 a backup that fails → an error for the scheduler, and older ones stay; without a folder, there is no job', async () => {
    const directory = join(folder, 'failing')
    const config = { ...configOf(source), backups: { directory, everyMs: 3_600_000, count: 1 } }
    vi.stubEnv('DATABASE_URL', 'sqlite:/nowhere/strand.sqlite')
    const log = { info: () => undefined } as unknown as Logger
    const [job] = scheduledBackups({ config, log })
    await expect(job!.run(new AbortController().signal)).rejects.toThrow('Cannot read the database /nowhere/strand.sqlite')
    vi.unstubAllEnvs()
    expect(await readdir(directory)).toEqual([])
    expect(scheduledBackups({ config: { ...config, backups: null }, log })).toEqual([])
  })
})
