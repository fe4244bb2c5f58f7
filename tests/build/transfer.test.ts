/** `npm run backup`, `npm run restore` and `npm run database:copy` from the command line. */
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { root, startBuiltServer, startProcess, type BuiltServer } from '../support/built-server.ts'
import { Client } from '../support/client.ts'
import { addPost, startBead } from '../support/content.ts'
import { startBucket, whyNoS3 } from '../support/s3.ts'

let folder: string
let server: BuiltServer
const inFolder = (name: string) => join(folder, name)
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'strand-transfer-'))
  server = await startBuiltServer({ STRAND_DATA_DIR: inFolder('from'), STRAND_DEMO: '1' })
})
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

async function run(dataDir: string, ...args: string[]): Promise<{ code: number | null; output: string }> {
  const started = startProcess('npm', ['run', '--silent', ...args], { STRAND_DATA_DIR: inFolder(dataDir), DATABASE_URL: '' })
  const code = await started.ended
  return { code, output: started.output() }
}

async function foundIn(dataDir: string): Promise<string[]> {
  const restored = await startBuiltServer({ STRAND_DATA_DIR: inFolder(dataDir), STRAND_DEMO: '0' })
  try {
    const found = async () => {
      const { results } = (await (await fetch(`${restored.origin}/api/v2/search?q=music`)).json()) as {
        results: { id: string }[]
      }
      return results.map(({ id }) => id)
    }
    // The search index is built after the start.
    await expect.poll(found, { timeout: 20_000 }).not.toEqual([])
    return await found()
  } finally {
    await restored.stop()
  }
}

describe('the content of a database as a whole', () => {
  it('BY25 a running server is saved into a pipe, restored in an empty directory, and found by search', async () => {
    const env = { ...process.env, STRAND_DATA_DIR: inFolder('from'), DATABASE_URL: '' }
    const { stdout, stderr } = await promisify(execFile)('npm', ['run', '--silent', 'backup', '--', '-'], {
      cwd: root,
      env,
      encoding: 'buffer',
      maxBuffer: 50_000_000,
    })
    expect(stderr.toString()).toMatch(/^Saved [\d,]+ rows and \d+ files? in [\d.]+ s\.\n$/)
    await writeFile(inFolder('strand.backup'), stdout)
    expect(await run('to', 'restore', '--', inFolder('strand.backup'))).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^Restored [\d,]+ rows/) as string,
    })
    expect(await foundIn('to')).not.toEqual([])
    expect(await run('to', 'restore', '--', inFolder('strand.backup'))).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^There is data in /) as string,
    })
    await writeFile(inFolder('half.backup'), (await readFile(inFolder('strand.backup'))).subarray(0, 1000))
    expect(await run('other', 'restore', '--', inFolder('half.backup'))).toMatchObject({
      code: 1,
      output: expect.stringMatching(/half\.backup cannot be restored/) as string,
    })
  })

  it('BY25 a backup during 50 writes a second has each one that was acknowledged before it, and counts that agree', async () => {
    const busy = await startBuiltServer({ STRAND_DATA_DIR: inFolder('writing'), STRAND_DEMO: '0', STRAND_RATE_LIMITS: '0' })
    try {
      const member = new Client(busy.origin)
      await member.post('/api/v0/auth/signup', { name: 'Ada', email: 'ada@example.org', password: 'correct horse' })
      const { id } = await startBead(member)
      const posts: string[] = []
      const comments: string[] = []
      const commented = await addPost(member, id)
      const write = async (n: number) => {
        if (n % 2 === 0) return posts.push((await addPost(member, id)).id)
        const { status, body } = await member.post<{ id: string }>(`/api/v0/comments/${commented.id}`, { text: `Comment ${n}` })
        expect(status).toBe(200)
        return comments.push(body.id)
      }
      const writes: Promise<unknown>[] = []
      const startedAt = performance.now()
      let isOver = false
      const writing = (async () => {
        while (!isOver) {
          // Also if earlier ones are not answered.
          const due = (performance.now() - startedAt) / 20
          while (writes.length < due) writes.push(write(writes.length))
          await sleep(10)
        }
        await Promise.all(writes)
      })()
      const written = () => posts.length + comments.length
      let before = { posts: [...posts], comments: [...comments] }
      try {
        await expect.poll(written, { timeout: 30_000 }).toBeGreaterThan(50)
        before = { posts: [...posts], comments: [...comments] }
        const count = written()
        expect(await run('writing', 'backup', '--', inFolder('busy.backup'))).toMatchObject({ code: 0 })
        expect(written() - count, 'writes acknowledged during the backup').toBeGreaterThan(10)
      } finally {
        isOver = true
        await writing
      }
      expect(await run('written', 'restore', '--', inFolder('busy.backup'))).toMatchObject({ code: 0 })
      const database = new Database(inFolder('written/strand.sqlite'), { readonly: true })
      const idsIn = (table: string) => database.prepare<[], string>(`SELECT "id" FROM "${table}"`).pluck().all()
      const stored = { posts: idsIn('post'), comments: idsIn('comment') }
      const counted = database.prepare<[string], number>('SELECT "postCount" FROM "bead" WHERE "id" = ?').pluck().get(id)
      database.close()
      expect(stored.posts).toEqual(expect.arrayContaining(before.posts))
      expect(stored.comments).toEqual(expect.arrayContaining(before.comments))
      expect(counted).toBe(stored.posts.length)
    } finally {
      await busy.stop()
    }
  }, 60_000)

  it('BY25 a pipe that closes → an explanation and exit code 1', async () => {
    const started = startProcess('bash', ['-c', 'npm run --silent backup -- - | head -c 10 >/dev/null; exit ${PIPESTATUS[0]}'], {
      STRAND_DATA_DIR: inFolder('from'),
      DATABASE_URL: '',
    })
    expect([await started.ended, started.output()]).toEqual([1, expect.stringMatching(/^The backup cannot be written: .*EPIPE\.\n$/)])
  })

  it('BY26 a database is copied by one command', async () => {
    const [from, to] = [`sqlite:${inFolder('to/strand.sqlite')}`, `sqlite:${inFolder('copy.sqlite')}`]
    expect(await run('to', 'database:copy', '--', from, to)).toMatchObject({
      code: 0,
      output: expect.stringMatching(/\nCopied and verified [\d,]+ rows of \d+ tables/) as string,
    })
    expect(await run('to', 'database:copy', '--', from)).toMatchObject({ code: 1, output: expect.stringContaining('Usage') as string })
  })

  it.skipIf(whyNoS3 !== null)('BY26 uploads are copied to S3 by one command, and back by another; a backup of S3 has them', async () => {
    const bucket = await startBucket()
    try {
      const name = `pictures/ab/${'0123456789abcdef'.repeat(2)}/m0picture1version-main.jpg`
      await mkdir(join(inFolder('uploads'), name, '..'), { recursive: true })
      await writeFile(join(inFolder('uploads'), name), 'picture')
      const command = async (...args: string[]) => {
        const env = { STRAND_DATA_DIR: inFolder('from'), DATABASE_URL: '', ...bucket.env }
        const started = startProcess('npm', ['run', '--silent', ...args], env)
        return [await started.ended, started.output()]
      }
      const copied = [0, expect.stringMatching(/^Copied and verified 1 upload, from /m)]
      expect(await command('database:copy', '--', `files:${inFolder('uploads')}`, bucket.env.S3_URL)).toEqual(copied)
      expect(await command('database:copy', '--', bucket.env.S3_URL, `files:${inFolder('again')}`)).toEqual(copied)
      expect(await readFile(join(inFolder('again'), name), 'utf8')).toBe('picture')
      expect(await command('backup', '--', inFolder('s3.backup'))).toEqual([0, expect.stringMatching(/^Saved .* files? in /m)])
      const { stdout } = await promisify(execFile)('tar', ['-tzf', inFolder('s3.backup')])
      expect(stdout.split('\n')).toContain(name)
    } finally {
      await bucket.close()
    }
  })
})
