/** Backups, restores and copies of uploads in S3 (BY25, BY26). */
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Config } from '../../server/config.ts'
import { runBackup, runCopy, runRestore } from '../../server/transfer.ts'
import { createObjectStore, type ObjectStore } from '#objects/store.ts'
import { listAll, startBucket, whyNoS3, type TestBucket } from '../support/s3.ts'
import { createTestDatabase, type TestDatabase } from '../support/server.ts'
import { configOf, contentOf, demoDatabase } from './transfer.ts'

const pictures = new Map(
  Array.from({ length: 40 }, (_, n) => {
    const digest = createHash('sha256').update(String(n)).digest('hex')
    return [`pictures/${digest.slice(0, 2)}/${digest.slice(2, 34)}/m0picture${n}version-main.jpg`, Buffer.from(`picture ${n} `.repeat(n))]
  }),
)

let folder: string
let bucket: TestBucket
let source: TestDatabase
const created: TestDatabase[] = []
const opened: ObjectStore[] = []
const open = (config: Pick<Config, 's3' | 'dataDir'>): ObjectStore => {
  const store = createObjectStore(config)
  opened.push(store)
  return store
}

beforeAll(async () => {
  if (whyNoS3 !== null) return
  folder = await mkdtemp(join(tmpdir(), 'strand-transfer-s3-'))
  bucket = await startBucket()
  source = await demoDatabase()
  vi.stubEnv('S3_ACCESS_KEY_ID', bucket.env.S3_ACCESS_KEY_ID)
  vi.stubEnv('S3_SECRET_ACCESS_KEY', bucket.env.S3_SECRET_ACCESS_KEY)
})
afterEach(() => bucket?.faults?.set('none'))
afterAll(async () => {
  if (whyNoS3 !== null) return
  vi.unstubAllEnvs()
  for (const store of opened) store.close()
  for (const database of created) await database.remove()
  await source.remove()
  await bucket.close()
  await rm(folder, { recursive: true, force: true })
})

async function fill(store: ObjectStore): Promise<void> {
  for (const [name, content] of pictures) await store.put(name, content)
}

/** Names and contents. */
async function picturesIn(store: ObjectStore): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const { name } of await listAll(store)) found.set(name, (await store.read(name))!.toString())
  return found
}
const expected = (): Map<string, string> =>
  new Map([...pictures].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, content]) => [name, content.toString()]))

async function emptyTarget(s3: Config['s3']): Promise<Config> {
  const database = await createTestDatabase()
  created.push(database)
  return { ...configOf(database), s3 }
}
const newPrefix = () => bucket.elsewhere()
let names = 0
const newFile = () => join(folder, `${(names += 1)}.backup`)

describe.skipIf(whyNoS3 !== null)('backups of S3', () => {
  let config: Config
  let file: string
  beforeAll(async () => {
    config = { ...configOf(source), s3: newPrefix().location }
    await fill(open(config))
    file = newFile()
    await runBackup(config, [file])
  })

  it.each(['disk', 's3'] as const)('BY25 pictures in S3 are restored to %s, with the rows and keys', async (kind) => {
    const target = await emptyTarget(kind === 's3' ? newPrefix().location : null)
    // The pictures of the bucket, and two keys; the picture in the data directory is not used.
    expect((await runRestore(target, [file])).text).toMatch(/and 42 files in/)
    expect(await picturesIn(open(target))).toEqual(expected())
    expect(await contentOf(target.database)).toEqual(await contentOf(config.database))
    expect((await readdir(target.dataDir)).includes('pictures')).toBe(kind === 'disk')
    expect(await open(target).stat('restoring')).toBeNull()
  })

  it('BY25 pictures that are stored during the backup: those acknowledged before it are contained', async () => {
    const own = { ...config, s3: newPrefix().location }
    const store = open(own)
    await fill(store)
    let isOver = false
    const writing = (async () => {
      for (let n = 0; !isOver; n += 1) await store.put(`pictures/00/${'0'.repeat(32)}/m0later${n}version-main.jpg`, Buffer.from('later'))
    })()
    const path = newFile()
    await runBackup(own, [path])
    isOver = true
    await writing
    const target = await emptyTarget(newPrefix().location)
    await runRestore(target, [path])
    const found = await picturesIn(open(target))
    for (const [name, content] of expected()) expect(found.get(name)).toBe(content)
  })

  it('BY25 a bucket with pictures → refused; those of a restore that was killed are replaced', async () => {
    const used = newPrefix().location
    const store = open({ s3: used, dataDir: '' })
    const [name] = pictures.keys()
    await store.put(name!, Buffer.from('other'))
    const target = await emptyTarget(used)
    await expect(runRestore(target, [file])).rejects.toMatchObject({
      name: 'StartupError',
      message: expect.stringContaining('There are pictures in') as string,
    })
    expect((await picturesIn(store)).size).toBe(1)
    await store.put('restoring', Buffer.from(''))
    await runRestore(target, [file])
    expect(await picturesIn(store)).toEqual(expected())
  })
})

describe.skipIf(whyNoS3 !== null || Boolean(process.env.S3_URL))('outages during backups of S3', () => {
  it.each([503, 'otherServer'] as const)('BY25 during the backup (%s) → explained, and no file remains', async (fault) => {
    const config = { ...configOf(source), s3: newPrefix().location }
    await fill(open(config))
    bucket.faults!.set(fault)
    const path = newFile()
    await expect(runBackup(config, [path])).rejects.toMatchObject({
      name: 'StartupError',
      message: expect.stringMatching(/^The uploads cannot be read: the object storage .* fails/) as string,
    })
    expect((await readdir(folder)).filter((name) => name.startsWith(basename(path)))).toEqual([])
  })

  it('BY25 during the restore → explained, the database is empty, and the same command succeeds afterwards', async () => {
    const config = { ...configOf(source), s3: newPrefix().location }
    await fill(open(config))
    const path = newFile()
    await runBackup(config, [path])
    const target = await emptyTarget(newPrefix().location)
    const { requests } = bucket.faults!
    const before = requests.length
    const failing = setInterval(() => {
      if (requests.slice(before).filter((request) => request.startsWith('PUT')).length > 10) bucket.faults!.set(503)
    }, 1)
    try {
      await expect(runRestore(target, [path])).rejects.toMatchObject({ name: 'StartupError' })
    } finally {
      clearInterval(failing)
    }
    bucket.faults!.set('none')
    await runRestore(target, [path])
    expect(await picturesIn(open(target))).toEqual(expected())
  })

  it('BY26 an interrupted copy goes on where it was', async () => {
    const from = await mkdtemp(join(folder, 'from-'))
    await fill(open({ s3: null, dataDir: from }))
    const to = newPrefix()
    const args = [`files:${from}`, to.env.S3_URL]
    const { requests } = bucket.faults!
    const before = requests.length
    const failing = setInterval(() => {
      if (requests.slice(before).filter((request) => request.startsWith('PUT')).length > 20) bucket.faults!.set(503)
    }, 1)
    try {
      await expect(runCopy(configOf(source), args, () => undefined)).rejects.toThrow('The copy is interrupted: the object storage')
    } finally {
      clearInterval(failing)
    }
    bucket.faults!.set('none')
    const target = open({ s3: to.location, dataDir: '' })
    const stored = await listAll(target)
    const between = requests.length
    const { text } = await runCopy(configOf(source), args, () => undefined)
    expect(text).toMatch(
      /^Copied and verified 40 uploads, [1-9]\d* of them before, from .* to 127\.0\.0\.1:\d+\/strand\/test-\w+, in [\d.]+ s\.$/,
    )
    expect(Number(/(\d+) of them before/.exec(text)![1])).toBe(stored.length)
    expect(stored.length).toBeGreaterThan(0)
    const sent = requests.slice(between).filter((request) => request.startsWith('PUT'))
    for (const { name } of stored) expect(sent.join('\n')).not.toContain(name)
    expect(await picturesIn(target)).toEqual(expected())
  })
})

describe.skipIf(whyNoS3 !== null)('copies of uploads', () => {
  it('BY26 from a data directory to S3 and back → the same pictures; a database is copied by the same command', async () => {
    const [from, back] = [await mkdtemp(join(folder, 'from-')), join(folder, 'back')]
    await fill(open({ s3: null, dataDir: from }))
    const to = newPrefix()
    const { database } = configOf(source)
    const urls = [database.kind === 'sqlite' ? `sqlite:${database.path}` : database.url, `sqlite:${join(folder, 'copy.sqlite')}`]
    const first = await runCopy(configOf(source), [...urls, `files:${from}`, to.env.S3_URL], () => undefined)
    expect(first).toMatchObject({
      ok: true,
      text: expect.stringMatching(/^Copied and verified [\d,]+ rows of .*\nCopied and verified 40 uploads, from /) as string,
    })
    expect(await picturesIn(open({ s3: to.location, dataDir: '' }))).toEqual(expected())
    await runCopy(configOf(source), [to.env.S3_URL, `files:${back}`], () => undefined)
    expect(await picturesIn(open({ s3: null, dataDir: back }))).toEqual(expected())
    const again = await runCopy(configOf(source), [to.env.S3_URL, `files:${back}`], () => undefined)
    expect(again.text).toContain('40 uploads, 40 of them before')
  })

  it('BY26 another file under the same name → explained, and not replaced', async () => {
    const from = await mkdtemp(join(folder, 'from-'))
    await fill(open({ s3: null, dataDir: from }))
    const to = newPrefix()
    const store = open({ s3: to.location, dataDir: '' })
    const [name] = pictures.keys()
    await store.put(name!, Buffer.from('other'))
    await expect(runCopy(configOf(source), [`files:${from}`, to.env.S3_URL], () => undefined)).rejects.toThrow('is not the file that is in')
    expect((await store.read(name!))!.toString()).toBe('other')
  })

  it('BY26 wrong arguments and keys → explained', async () => {
    const run = (...args: string[]) => runCopy(configOf(source), args, () => undefined)
    const { S3_URL } = bucket.env
    for (const args of [[`files:${folder}`], ['sqlite:a', S3_URL], [`files:${folder}`, 'postgres://a/b']])
      expect((await run(...args)).text).toContain('Usage')
    await expect(run(`files:${join(folder, 'missing')}`, S3_URL)).rejects.toThrow('There is no directory')
    await expect(run(`files:${folder}`, 'https://key:secret@s3.example/bucket')).rejects.toThrow('without keys')
    vi.stubEnv('S3_SECRET_ACCESS_KEY', 'wrong')
    await expect(run(`files:${folder}`, S3_URL)).rejects.toThrow('does not accept the access key')
    vi.stubEnv('S3_SECRET_ACCESS_KEY', bucket.env.S3_SECRET_ACCESS_KEY)
  })
})
