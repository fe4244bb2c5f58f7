/** Copies and restores whose process is killed (BY25, BY26). */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { runBackup } from '../../server/transfer.ts'
import { copyUploads } from '../../server/transfer/copy-uploads.ts'
import { copyDatabase, type CopyStep } from '../../server/transfer/copy.ts'
import { beginPostgres, emptyPostgres, isEmptyPostgres } from '../../server/transfer/postgres.ts'
import { restore, type RestoreStep } from '../../server/transfer/restore.ts'
import { refuseUnfinishedUploads } from '../../server/transfer/upload-target.ts'
import { loadConfig, type Config } from '../../server/config.ts'
import { closeDatabase, migrate, openDatabase } from '#db/data-source.ts'
import { transaction } from '#db/transaction.ts'
import { createObjectStore } from '#objects/store.ts'
import { startProduction } from '../support/built-server.ts'
import { insertMember } from '../support/migrations.ts'
import { listAll, startBucket, whyNoS3, type TestBucket } from '../support/s3.ts'
import { createTestDatabase, testDatabaseKind, type TestDatabase } from '../support/server.ts'
import { contentOf, storedFiles, writeFiles } from './transfer.ts'

// Two processes start in each test, and one is killed.
vi.setConfig({ testTimeout: 60_000 })

let folder: string
let path: string
let source: Config
let backup: string
let bucket: TestBucket | undefined
const created: TestDatabase[] = []

/** A source in SQLite with 900 members, and its backup. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'strand-killed-'))
  path = join(folder, 'source.sqlite')
  source = loadConfig({ NODE_ENV: 'test', STRAND_DATA_DIR: folder, DATABASE_URL: `sqlite:${path}` })
  await writeFiles(folder)
  const db = await openDatabase(source)
  await migrate(db)
  await transaction(db, async (manager) => {
    for (let n = 0; n < 900; n += 1) await insertMember(manager, `member${n}`, '2026-06-01T12:00:00.000Z')
  })
  await closeDatabase(db)
  backup = join(folder, 'source.backup')
  await runBackup(source, [backup])
  if (whyNoS3 === null) {
    bucket = await startBucket()
    for (const name of ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const) vi.stubEnv(name, bucket.env[name])
  }
})
afterAll(async () => {
  vi.unstubAllEnvs()
  for (const database of created) await database.remove()
  await bucket?.close()
  await rm(folder, { recursive: true, force: true })
})

type Env = Record<string, string>

async function newTarget(s3: Env = {}): Promise<{ env: Env; config: Config }> {
  const database = await createTestDatabase()
  created.push(database)
  const env = { ...database.env, ...s3 }
  return { env, config: loadConfig({ NODE_ENV: 'test', ...env }) }
}

/** Resolves when the process is killed at this step. */
async function kill(env: Env, kind: 'copy' | 'restore', step: string, delayMs: number): Promise<void> {
  const args = [kind, kind === 'copy' ? path : backup, step, String(delayMs)]
  const child = spawn(process.execPath, ['--import', 'tsx', 'tests/support/killed-transfer.ts', ...args], {
    env: { ...process.env, NODE_ENV: 'test', ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [, signal] = (await once(child, 'exit')) as [number | null, string | null]
  expect(signal, step).toBe('SIGKILL')
}

/** What a server does before it accepts requests. */
async function startServer(config: Config): Promise<void> {
  const db = await openDatabase(config)
  const objects = createObjectStore(config)
  try {
    await migrate(db)
    await refuseUnfinishedUploads(objects)
  } finally {
    objects.close()
    await closeDatabase(db)
  }
}

const refusal = (kind: 'copy' | 'restore') => ({
  name: 'StartupError',
  message: expect.stringMatching(`^The ${kind} into .* has not ended\\. Run the command that (?:copies|restores) again\\.`) as string,
})

const copySteps: [CopyStep, number][] = [
  ['tables', 0],
  ['tables', 40],
  ['rows', 0],
  ['rows', 10],
  ['verification', 0],
  ['migration', 0],
  ['publication', 0],
]

describe('a copy that is killed', () => {
  it.each(copySteps)('BY26 %s + %i ms → no server starts on it, and the same command copies all rows', async (step, delayMs) => {
    const { env, config } = await newTarget()
    await kill(env, 'copy', step, delayMs)
    // Before the first table, nothing is there.
    if (step !== 'tables') await expect(startServer(config)).rejects.toMatchObject(refusal('copy'))
    await copyDatabase(source.database, config.database, config.dataDir)
    expect(await contentOf(config.database)).toEqual(await contentOf(source.database))
    await startServer(config)
    await expect(copyDatabase(source.database, config.database, config.dataDir)).rejects.toThrow('There is data in')
  })
})

const restoreSteps: [RestoreStep, number][] = [
  ['tables', 0],
  ['tables', 40],
  ['rows', 0],
  ['rows', 10],
  ['verification', 0],
  ['migration', 0],
  ['ready', 0],
  ['files', 0],
  ['uploads', 0],
  ['database', 0],
  ['cleanup', 0],
]

/** Rows, keys and pictures are those of the backup, and nothing else is left. */
async function expectRestored(config: Config): Promise<void> {
  expect(await contentOf(config.database)).toEqual(await contentOf(source.database))
  const objects = createObjectStore(config)
  for (const [name, content] of Object.entries(storedFiles))
    if (name.startsWith('pictures/')) expect((await objects.read(name))?.toString()).toBe(content)
    else expect(await readFile(join(config.dataDir, name), 'utf8')).toBe(content)
  expect(await listAll(objects)).toHaveLength(1)
  objects.close()
  expect((await readdir(config.dataDir)).filter((name) => /restor|-transfer/.test(name))).toEqual([])
  await startServer(config)
  await expect(restore(config, backup)).rejects.toThrow('There is data in')
}

/** Those that object storage has a part in. */
const s3Steps = restoreSteps.filter(([step, delayMs]) => delayMs > 30 || ['rows', 'uploads', 'database', 'cleanup'].includes(step))

describe.each([
  ['files', restoreSteps],
  ['s3', s3Steps],
] as const)('a restore with pictures in %s that is killed', (kind, steps) => {
  it.skipIf(kind === 's3' && whyNoS3 !== null).each(steps)(
    'BY25 %s + %i ms → no server starts on it, and the same command restores everything',
    async (step, delayMs) => {
      const { env, config } = await newTarget(kind === 's3' ? bucket!.elsewhere().env : {})
      await kill(env, 'restore', step, delayMs)
      await expect(startServer(config)).rejects.toMatchObject(refusal('restore'))
      await restore(config, backup)
      await expectRestored(config)
    },
  )
})

describe('an unfinished restore', () => {
  it('BY25 the server explains why it does not start', async () => {
    const { env } = await newTarget()
    await kill(env, 'restore', 'database', 0)
    const { ended, output } = startProduction(env)
    expect(await ended).toBe(1)
    expect(output()).toContain('Run the command that restores again.')
  })

  it('BY25 that is ready is not replaced by another backup; files in its place are not deleted', async () => {
    const { env, config } = await newTarget()
    await kill(env, 'restore', 'files', 0)
    const other = join(folder, `other-${created.length}.backup`)
    await rm(join(folder, 'keys'), { recursive: true })
    await runBackup(source, [other])
    await writeFiles(folder)
    await expect(restore(config, other)).rejects.toThrow('The restore of another backup, or into another database, has not ended')
    await mkdir(join(config.dataDir, 'keys'))
    await writeFile(join(config.dataDir, 'keys', 'mail'), 'real')
    await expect(restore(config, backup)).rejects.toThrow('There are files in')
    expect(await readFile(join(config.dataDir, 'keys', 'mail'), 'utf8')).toBe('real')
    await rm(join(config.dataDir, 'keys'), { recursive: true })
    await restore(config, backup)
    await expectRestored(config)
  })

  it('BY25 that is ready, but whose rows are gone → an error, and no server starts', async () => {
    const { env, config } = await newTarget()
    await kill(env, 'restore', 'database', 0)
    if (config.database.kind === 'postgres') await emptyPostgres(config.database.url)
    else await rm(`${config.database.path}.restoring`)
    await expect(restore(config, backup)).rejects.toThrow(/no longer.*To give the restore up, delete/)
    await expect(startServer(config)).rejects.toMatchObject(refusal('restore'))
  })

  it('BY25 one restore at a time uses a data directory', async () => {
    const { config } = await newTarget()
    const other = await newTarget()
    let second: Promise<unknown> | undefined
    await restore(config, backup, () => {
      second ??= expect(restore({ ...other.config, dataDir: config.dataDir }, backup)).rejects.toThrow('Another command copies or restores')
    })
    await second
    await expectRestored(config)
  })

  it.runIf(testDatabaseKind === 'sqlite')('BY25 BY26 the log of an earlier database is not replayed into it', async () => {
    const { config } = await newTarget()
    const log = `${(config.database as { path: string }).path}-wal`
    await writeFile(log, 'committed')
    await expect(restore(config, backup)).rejects.toThrow('There is data in')
    await expect(copyDatabase(source.database, config.database, config.dataDir)).rejects.toThrow('There is data in')
    expect(await readFile(log, 'utf8')).toBe('committed')
  })

  /** Another data directory, for the same database. */
  async function elsewhere({ database }: Config, s3: Env = {}): Promise<{ env: Env; config: Config }> {
    const dataDir = await mkdtemp(join(folder, 'elsewhere-'))
    const url = database.kind === 'sqlite' ? `sqlite:${database.path}` : database.url
    const env = { STRAND_DATA_DIR: dataDir, DATABASE_URL: url, ...s3 }
    return { env, config: loadConfig({ NODE_ENV: 'test', ...env }) }
  }

  it('BY25 rows of another restore into the same database are not published', async () => {
    const { env, config } = await newTarget()
    await kill(env, 'restore', 'files', 0)
    await kill((await elsewhere(config)).env, 'restore', 'rows', 10)
    await expect(restore(config, backup)).rejects.toThrow('no longer has the rows of this restore')
    await expect(startServer(config)).rejects.toMatchObject(refusal('restore'))
  })

  it.skipIf(whyNoS3 !== null)('BY25 nor are pictures of another restore into the same bucket', async () => {
    const s3 = bucket!.elsewhere().env
    const { env, config } = await newTarget(s3)
    await kill(env, 'restore', 'files', 0)
    const other = await newTarget(s3)
    await kill(other.env, 'restore', 'rows', 0)
    await expect(restore(config, backup)).rejects.toThrow('Another restore writes to')
    await expect(startServer(config)).rejects.toMatchObject(refusal('restore'))
    await restore(other.config, backup)
    await expectRestored(other.config)
  })

  it('BY26 its uploads are not copied, nor others into it', async () => {
    const { env, config } = await newTarget()
    await kill(env, 'restore', 'files', 0)
    const stores = [createObjectStore(config), createObjectStore({ s3: null, dataDir: folder })] as const
    await expect(copyUploads(...stores)).rejects.toMatchObject(refusal('restore'))
    await expect(copyUploads(stores[1], stores[0])).rejects.toMatchObject(refusal('restore'))
    await restore(config, backup)
    await expectRestored(config)
  })

  it.runIf(testDatabaseKind === 'sqlite')('BY26 a copy that a power failure has damaged starts again', async () => {
    const { env, config } = await newTarget()
    await kill(env, 'copy', 'verification', 0)
    const written = `${(config.database as { path: string }).path}.copying`
    const content = await readFile(written)
    await writeFile(written, content.fill(0xff, 8192, content.length - 4096))
    await copyDatabase(source.database, config.database, config.dataDir)
    expect(await contentOf(config.database)).toEqual(await contentOf(source.database))
  })

  it('BY25 BY26 a directory that cannot be used → one sentence; without a backup, nothing is created', async () => {
    const { config } = await newTarget()
    const file = join(folder, 'a-file')
    await writeFile(file, '')
    for (const dataDir of [file, join(file, 'within'), ...(process.platform === 'linux' ? ['/proc/strand'] : [])])
      await expect(restore({ ...config, dataDir }, backup)).rejects.toMatchObject({
        name: 'StartupError',
        message: expect.stringMatching('^Cannot write to the data directory') as string,
      })
    const within = { kind: 'sqlite', path: join(file, 'within.sqlite') } as const
    await expect(copyDatabase(source.database, within, folder)).rejects.toMatchObject({ name: 'StartupError' })
    const missing = join(folder, 'missing')
    await expect(restore({ ...config, dataDir: missing }, join(folder, 'none'))).rejects.toThrow()
    expect(existsSync(missing)).toBe(false)
  })

  it('BY26 one copy at a time into a database', async () => {
    const { config } = await newTarget()
    const copy = (onStep?: () => void) => copyDatabase(source.database, config.database, config.dataDir, onStep && { onStep })
    let second: Promise<unknown> | undefined
    await copy(() => {
      second ??= expect(copy()).rejects.toThrow(/Another command copies or restores into|There is data in/)
    })
    await second
    expect(await contentOf(config.database)).toEqual(await contentOf(source.database))
    expect((await readdir(config.dataDir)).filter((name) => name.endsWith('-transfer'))).toEqual([])
  })

  it.runIf(testDatabaseKind === 'postgres')(
    'BY25 BY26 a copy does not replace it, nor a restore a copy, nor either of them a server',
    async () => {
      const { config } = await newTarget()
      const { url } = config.database as { url: string }
      await beginPostgres(url, 'restore')
      await expect(copyDatabase(source.database, config.database, config.dataDir)).rejects.toMatchObject(refusal('restore'))
      await beginPostgres(url, 'copy')
      await expect(restore(config, backup)).rejects.toMatchObject(refusal('copy'))

      const { config: running } = await newTarget()
      await startServer(running)
      const of = running.database as { url: string }
      await expect(beginPostgres(of.url, 'restore')).rejects.toThrow('A server has started on the database')
      await emptyPostgres(of.url)
      expect(await isEmptyPostgres(of.url)).toBe(false)
    },
  )
})
