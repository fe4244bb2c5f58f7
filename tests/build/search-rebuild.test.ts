/** `npm run search:rebuild` from the command line. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startBuiltServer, startProcess, type BuiltServer, type Started } from '../support/built-server.ts'

let folder: string
let server: BuiltServer
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'strand-rebuild-'))
  server = await startBuiltServer({ STRAND_DATA_DIR: folder, STRAND_DEMO: '1' })
})
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

const rebuild = (env: Record<string, string> = {}): Started =>
  startProcess('npm', ['run', '--silent', 'search:rebuild'], { STRAND_DATA_DIR: folder, ...env })
const search = async (): Promise<unknown> =>
  ((await (await fetch(`${server.origin}/api/v2/search?q=music`)).json()) as { results: { id: string }[] }).results.map(({ id }) => id)

describe('npm run search:rebuild', () => {
  it('X5 builds the index while the server runs, and reports its progress', async () => {
    const before = await search()
    expect(before).not.toEqual([])
    const whole = rebuild()
    expect(await whole.ended).toBe(0)
    expect(whole.output()).toMatch(/embedded: 0 of about [\d,]+ documents/)
    expect(whole.output()).toMatch(/embedded: [\d,]+ documents in [\d.]+ s\.\n$/)
    expect(await search()).toEqual(before)
  })

  it('X5 an interrupted rebuild leaves the index unchanged', async () => {
    const before = await search()
    const interrupted = rebuild()
    interrupted.process.stdout!.once('data', () => interrupted.process.kill('SIGINT'))
    expect(await interrupted.ended).toBe(130)
    expect(await search()).toEqual(before)
  })

  it('a failure → one line with its reason', async () => {
    const refused = rebuild({ DATABASE_URL: 'postgres://127.0.0.1:1/none' })
    expect(await refused.ended).toBe(1)
    expect(refused.output()).toMatch(/^Cannot reach the database none at 127\.0\.0\.1:1 .*\n$/)
  })
})
