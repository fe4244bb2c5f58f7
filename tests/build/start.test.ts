/** `npm start` as a user or a supervisor runs it: it starts, serves, stops, and reports errors. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { closeSync, constants, existsSync, openSync, readFileSync, writeSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../build/lib/port.mjs'
import { ready, root, startProcess, type Started } from '../support/built-server.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'strand-start-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

let started: Started[] = []
const begin = (command: string, args: string[], env: Record<string, string>): Started => {
  const one = startProcess(command, args, { HOST: '127.0.0.1', PORT: '0', STRAND_DATA_DIR: folder, ...env })
  started.push(one)
  return one
}
// Also stops the server of a test that failed.
afterEach(async () => {
  for (const { process: child } of started) if (child.exitCode === null) child.kill('SIGTERM')
  await Promise.all(started.map(({ ended }) => ended))
  started = []
})

const npmStart = (env: Record<string, string>) => begin('npm', ['start'], env)

/** The output without npm's own lines. */
const outputLines = (output: string) => output.split('\n').filter((line) => line !== '' && !/^(>|npm warn)/.test(line))

const answers = (origin: string) =>
  fetch(`${origin}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  )

describe('npm start', () => {
  it('prints the address and the demo accounts, serves, and stops with code 0 on SIGTERM', async () => {
    const strand = npmStart({})
    const origin = await ready(strand)
    expect(await answers(origin)).toBe(true)
    const page = await fetch(origin)
    expect(page.status).toBe(200)
    expect(page.headers.get('keep-alive')).toBe('timeout=75')
    expect(await page.text()).toContain('<title>')
    strand.process.kill('SIGTERM')
    expect(await strand.ended).toBe(0)
    expect(await answers(origin)).toBe(false)
    expect(strand.output()).toMatch(/Demo accounts: demo, partner, admin \(password: strand\)/)
    expect(strand.output()).not.toContain('npm error')
  })

  it('the second start → serves within 3 s without a build', async () => {
    const startedAt = performance.now()
    const strand = npmStart({})
    const origin = await ready(strand)
    expect(await answers(origin)).toBe(true)
    const seconds = (performance.now() - startedAt) / 1000
    strand.process.kill('SIGTERM')
    await strand.ended
    expect(strand.output()).not.toContain('Built')
    expect(seconds).toBeLessThan(3)
  })

  it('Ctrl+C, which signals npm and the server → code 0 without noise', async () => {
    // In a separate process group, as in a terminal. npm also forwards the signal, so that it arrives twice.
    const child = spawn('npm', ['start'], {
      cwd: root,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, HOST: '127.0.0.1', PORT: '0', STRAND_DATA_DIR: folder },
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (chunk: string) => (output += chunk))
    const ended = once(child, 'close')
    const origin = await ready({ process: child, output: () => output, ended: ended.then(() => null) })
    process.kill(-child.pid!, 'SIGINT')
    const [code] = await ended
    expect(code).toBe(0)
    expect(output).not.toContain('npm error')
    expect(await answers(origin)).toBe(false)
  })
})

describe('BY25 a log that cannot be written', () => {
  /** A full pipe without a reader. Returns the end to write to, and a function that closes it. */
  function fullPipe(): { fd: number; close(): void } {
    const path = join(folder, 'full-pipe')
    execFileSync('mkfifo', [path])
    const end = openSync(path, constants.O_RDWR | constants.O_NONBLOCK)
    try {
      for (;;) writeSync(end, Buffer.alloc(512))
    } catch (error) {
      expect((error as NodeJS.ErrnoException).code).toBe('EAGAIN')
    }
    const fd = openSync(path, constants.O_WRONLY)
    return { fd, close: () => [end, fd].forEach((one) => closeSync(one)) }
  }

  const outputs: [string, () => { fd: number; close(): void }][] = [
    ['a full pipe that is not read', fullPipe],
    ...(existsSync('/dev/full')
      ? [
          [
            'a full disk',
            () => {
              const fd = openSync('/dev/full', 'w')
              return { fd, close: () => closeSync(fd) }
            },
          ] as [string, () => { fd: number; close(): void }],
        ]
      : []),
  ]

  it.each(outputs)('%s: the server serves 600 requests, and SIGTERM ends it with code 0', async (_name, openOutput) => {
    const output = openOutput()
    const port = await freePort()
    const child = spawn(process.execPath, ['dist/server/main.js'], {
      cwd: root,
      stdio: ['ignore', output.fd, 'pipe'],
      env: { ...process.env, HOST: '127.0.0.1', PORT: String(port), STRAND_DATA_DIR: folder, LOG_LEVEL: 'info', STRAND_RATE_LIMITS: '0' },
    })
    try {
      const ended = once(child, 'close')
      const origin = `http://127.0.0.1:${port}`
      await expect.poll(() => answers(origin), { timeout: 30_000 }).toBe(true)
      for (let n = 0; n < 30; n += 1) expect(await Promise.all(Array.from({ length: 20 }, () => answers(origin)))).not.toContain(false)
      child.kill('SIGTERM')
      expect(await ended).toEqual([0, null])
    } finally {
      child.kill('SIGKILL')
      output.close()
    }
  })
})

describe('an error that no code handles', () => {
  it.each(['throw new Error("lost")', 'void Promise.reject(new Error("lost"))'])(
    '%s: is logged, and the server stops in order with exit code 1',
    async (failure) => {
      const trigger = `data:text/javascript,${encodeURIComponent(`process.on('SIGUSR2', () => { ${failure} })`)}`
      const strand = begin(process.execPath, ['--import', trigger, 'dist/server/main.js'], {})
      const origin = await ready(strand)
      strand.process.kill('SIGUSR2')
      expect(await strand.ended).toBe(1)
      expect(await answers(origin)).toBe(false)
      const fatal = strand
        .output()
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line) as { level: number; count: number; error: { message: string } })
      expect(fatal).toMatchObject([{ level: 60, count: 1, error: { message: 'lost' } }])
    },
  )
})

describe('a defect of the installation → one clear sentence and an exit code', () => {
  const start = async (env: Record<string, string>) => {
    const strand = begin(process.execPath, ['build/start.mjs'], env)
    const code = await strand.ended
    return { code, lines: outputLines(strand.output()) }
  }

  it('a busy port → one sentence and exit code 1', async () => {
    const squatter = createServer().listen(0, '127.0.0.1')
    await once(squatter, 'listening')
    const { port } = squatter.address() as AddressInfo
    const { code, lines } = await start({ PORT: String(port) })
    squatter.close()
    expect(code).toBe(1)
    expect(lines).toEqual([expect.stringContaining(`Port ${port}`)])
  })

  it('an unwritable data directory → one sentence and exit code 1', async () => {
    // Root may write to any directory, but a file in place of the directory fails for root, too.
    const file = join(folder, 'a-file')
    await writeFile(file, '')
    const { code, lines } = await start({ STRAND_DATA_DIR: file })
    expect(code).toBe(1)
    expect(lines).toEqual([expect.stringContaining(file)])
  })

  it('an unreachable database → one sentence and exit code 1', async () => {
    const { code, lines } = await start({ DATABASE_URL: 'postgres://strand@127.0.0.1:1/strand' })
    expect(code).toBe(1)
    expect(lines).toEqual([expect.stringMatching(/database/i)])
  })

  it('an invalid variable → one sentence and exit code 78, after which systemd does not restart the server', async () => {
    const { code, lines } = await start({ PORT: 'eighty' })
    expect(code).toBe(78)
    expect(readFileSync(`${root}deploy/systemd/strand@.service`, 'utf8')).toContain(`\nRestartPreventExitStatus=${code}\n`)
    expect(lines).toEqual([expect.stringContaining('PORT')])
  })
})
