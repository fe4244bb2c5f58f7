/** `npm run admin` from the command line. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startBuiltServer, startProcess, type BuiltServer } from '../support/built-server.ts'

let folder: string
let server: BuiltServer
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'strand-admin-'))
  server = await startBuiltServer({ STRAND_DATA_DIR: folder, STRAND_DEMO: '1' })
})
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

async function run(args: string[], env: Record<string, string> = {}): Promise<{ code: number | null; output: string }> {
  const started = startProcess('npm', ['run', '--silent', 'admin', '--', ...args], { STRAND_DATA_DIR: folder, ...env })
  const code = await started.ended
  return { code, output: started.output() }
}

describe('npm run admin', () => {
  it('M1 appoints and dismisses admins while the server runs; the last one stays', async () => {
    expect(await run(['list'])).toMatchObject({ code: 0, output: expect.stringMatching(/^.+ \(admin, .+\)\n$/) as string })
    expect(await run(['grant', 'demo'])).toMatchObject({
      code: 0,
      output: expect.stringMatching(/\(demo, .+\) is an admin\.\n$/) as string,
    })
    expect((await run(['list'])).output.trim().split('\n')).toHaveLength(2)
    expect((await run(['revoke', 'admin'])).code).toBe(0)
    expect(await run(['revoke', 'demo'])).toMatchObject({ code: 1, output: expect.stringContaining('admin') as string })
    expect((await run(['list'])).output).toMatch(/\(demo, /)
  })

  it('M1 wrong arguments and unknown members → an explanation and exit code 1', async () => {
    for (const args of [[], ['grant'], ['make', 'demo'], ['list', 'demo'], ['grant', 'demo', 'partner']])
      expect(await run(args), args.join(' ')).toMatchObject({
        code: 1,
        output: expect.stringContaining('npm run admin -- grant EMAIL') as string,
      })
    expect(await run(['grant', 'none@example.org'])).toEqual({ code: 1, output: 'There is no member none@example.org.\n' })
    expect(await run(['list'], { DATABASE_URL: 'postgres://127.0.0.1:1/none' })).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^Cannot reach the database none/) as string,
    })
  })
})
