/** The systemd unit of deploy/, without systemd as the first process. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { shutdownLimits } from '#http/shutdown.ts'
import { findDeploymentProgram } from '../../build/lib/deployment.mjs'
import { loadConfig } from '../../server/config.ts'
import { root, startProcess } from '../support/built-server.ts'

const unitPath = `${root}deploy/systemd/strand@.service`
/** The values of a setting, in the order of the file. */
const settings = (name: string): string[] =>
  [...readFileSync(unitPath, 'utf8').matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value]) => value!)

describe('BY27 the systemd unit', () => {
  const analyze = findDeploymentProgram('systemd-analyze')
  const missing = analyze === undefined ? ' (skipped: systemd-analyze is not installed)' : ''

  describe.skipIf(missing !== '')(`by systemd-analyze${missing}`, () => {
    let folder: string
    let unit: string
    beforeAll(() => {
      folder = mkdtempSync(join(tmpdir(), 'strand-unit-'))
      unit = join(folder, 'strand@3000.service')
      // Node can be elsewhere on the machine of a developer.
      writeFileSync(unit, readFileSync(unitPath, 'utf8').replaceAll('=node ', `=${process.execPath} `))
    })
    afterAll(() => rmSync(folder, { recursive: true, force: true }))

    it('is valid, without a warning', async () => {
      // Warnings do not fail the program.
      const { stdout, stderr } = await promisify(execFile)(analyze!, ['verify', '--man=no', unit])
      expect(stdout + stderr).toBe('')
    })

    it('exposes at most 1.5 of 10 points', async () => {
      const { stdout } = await promisify(execFile)(analyze!, ['security', '--offline=true', '--no-pager', '--threshold=15', unit])
      expect(stdout).toMatch(/Overall exposure level for strand@3000\.service: [01]\.\d OK/)
    })
  })

  it('its variables are a valid configuration, also with the example of the environment file', () => {
    const parse = (lines: string[]) =>
      Object.fromEntries(
        lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1).replace(/^"(.*)"$/, '$1')]),
      )
    const environment = parse(settings('Environment').flatMap((value) => value.replaceAll('%i', '3000').split(' ')))
    const example = readFileSync(`${root}deploy/systemd/strand.env.example`, 'utf8').split('\n')
    const isSet = (line: string) => /^[A-Z_]+=/.test(line)
    // The optional ones, without those that have no example of a value.
    const optional = example.filter((line) => /^#[A-Z_0-9]+=./.test(line)).map((line) => line.slice(1))
    const config = loadConfig({ ...environment, ...parse(example.filter(isSet)) })
    expect(config).toMatchObject({
      mode: 'production',
      secure: true,
      trustProxy: ['loopback'],
      port: 3000,
      dataDir: '/var/lib/strand/3000',
    })
    expect(settings('StateDirectory')).toEqual([`strand/%i ${config.assetsDir!.replace('/var/lib/', '')}`])
    expect(settings('ReadWritePaths')).toEqual([`-${config.backups!.directory}`])
    const keys = { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' }
    expect(loadConfig({ ...environment, ...parse(example.filter(isSet)), ...parse(optional), ...keys })).toMatchObject({
      database: { kind: 'postgres' },
      s3: { bucket: 'strand' },
    })
  })

  it('waits for a stop at least as long as the server drains and finishes its requests', () => {
    const [, drain] = /STRAND_DRAIN_SECONDS=(\d+)/.exec(settings('Environment')[0]!)!
    const { requestsMs, servicesMs } = shutdownLimits
    expect(1000 * Number.parseInt(settings('TimeoutStopSec')[0]!)).toBeGreaterThan(1000 * Number(drain) + requestsMs + servicesMs)
  })
})

describe('BY27 strand-release', () => {
  const exec = promisify(execFile)
  let folder: string
  const repository = () => join(folder, 'origin')

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'strand-release-'))
    await exec('git', ['init', '--quiet', '--initial-branch=main', repository()])
    await commit('one', 'mkdir dist && cp version dist/')
    await exec('git', ['clone', '--quiet', repository(), join(folder, 'repository')])
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  async function commit(version: string, build: string): Promise<void> {
    writeFileSync(join(repository(), 'package.json'), JSON.stringify({ private: true, scripts: { build } }))
    writeFileSync(join(repository(), 'version'), version)
    await exec('git', ['-C', repository(), 'add', '.'])
    await exec('git', ['-C', repository(), '-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', 'commit', '--quiet', '-m', version])
    await exec('git', ['-C', repository(), 'tag', version])
  }
  const release = (...args: string[]) => exec(`${root}deploy/systemd/strand-release`, args, { env: { ...process.env, FOLDER: folder } })
  const versionIn = (path: string) => readFileSync(join(folder, path, 'dist/version'), 'utf8')
  const releases = () => readdirSync(join(folder, 'releases'))
  const versions = () =>
    releases()
      .map((name) => versionIn(join('releases', name)))
      .sort()

  it('builds beside the release that runs, and changes the link after it; a failed build changes nothing', async () => {
    await release()
    const [first = ''] = releases()
    expect(versionIn('current')).toBe('one')
    await commit('broken', 'exit 1')
    await expect(release()).rejects.toThrow('The build failed. Nothing has changed.')
    expect([releases(), versionIn('current')]).toEqual([[first], 'one'])
    await commit('two', 'mkdir dist && cp version dist/')
    await release()
    expect([versionIn('current'), versionIn(`releases/${first}`)]).toEqual(['two', 'one'])
    await expect(release('unknown')).rejects.toThrow('There is no version unknown.')
  })

  const build = 'mkdir dist && cp version dist/'

  it('keeps the previous release, and one with which a process runs; a tag is a version', async () => {
    await release()
    const [first = ''] = releases()
    const server = spawn('sleep', ['60'], { cwd: join(folder, 'releases', first) })
    const ended = once(server, 'close')
    try {
      for (const version of ['two', 'three']) {
        await commit(version, build)
        await release(version)
      }
      expect(versions()).toEqual(['one', 'three', 'two'])
    } finally {
      server.kill('SIGKILL')
      await ended
    }
    await release('two')
    expect(versionIn('current')).toBe('two')
    expect(versions()).toEqual(['three', 'two'])
  })

  it('builds a tag that has moved, and the newest of a default branch with another name', async () => {
    await exec('git', ['-C', repository(), 'tag', 'stable'])
    await release('stable')
    await exec('git', ['-C', repository(), 'branch', '--move', 'trunk'])
    await commit('two', build)
    await exec('git', ['-C', repository(), 'tag', '--force', 'stable'])
    await release('stable')
    expect(versionIn('current')).toBe('two')
    await commit('three', build)
    await release()
    expect(versionIn('current')).toBe('three')
  })

  it('refuses to run twice at once', async () => {
    await commit('slow', `sleep 2 && ${build}`)
    const slow = release()
    await expect.poll(() => existsSync(join(folder, 'releases'))).toBe(true)
    await expect(release('one')).rejects.toThrow('Another strand-release is running.')
    await slow
    expect(versionIn('current')).toBe('slow')
  })
})

describe('BY27 the command strand', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'strand-command-'))
    mkdirSync(join(folder, 'current/build'), { recursive: true })
    writeFileSync(join(folder, 'current/build/admin.mjs'), 'console.log(process.env[process.argv[2]])')
    // The rest of its arguments is the command.
    writeFileSync(join(folder, 'runuser'), '#!/bin/sh\nshift 3\nexec "$@"\n', { mode: 0o755 })
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  /** The value of a variable for a command, with this file and this shell. */
  async function read(content: string, name = 'SMTP_URL', shell: Record<string, string> = {}): Promise<string> {
    const file = join(folder, 'strand.env')
    writeFileSync(file, content)
    const env = { PATH: `${folder}:${process.env.PATH}`, FOLDER: folder, ENVIRONMENT_FILE: file, ...shell }
    const { stdout } = await promisify(execFile)(`${root}deploy/systemd/strand`, ['admin', name], { env })
    return stdout.trimEnd()
  }

  it('prefers the file to its defaults and to the shell, as the service does', async () => {
    expect(await read('', 'STRAND_DATA_DIR')).toBe('/var/lib/strand/3000')
    expect(await read('', 'STRAND_DATA_DIR', { PORT: '3001' })).toBe('/var/lib/strand/3001')
    expect(await read('STRAND_DATA_DIR=/srv/strand', 'STRAND_DATA_DIR')).toBe('/srv/strand')
    expect(await read('DATABASE_URL=postgres://file', 'DATABASE_URL', { DATABASE_URL: 'postgres://shell' })).toBe('postgres://file')
    expect(await read('', 'PGPASSWORD', { PGPASSWORD: 'of the shell' })).toBe('of the shell')
  })

  // By systemd.exec(5), quotes mean what they mean in a shell.
  it.each([
    ['smtp://host', 'smtp://host'],
    ["'smtps://user:pa#ss\\word@host'", 'smtps://user:pa#ss\\word@host'],
    [`'a "quoted" value'`, 'a "quoted" value'],
    ['"a value of two # parts"', 'a value of two # parts'],
  ])('reads %s as the service does', async (value, expected) =>
    expect(await read(`# A comment\n\nSMTP_URL=${value}\nSTRAND_ADMIN=you@example.org\n`)).toBe(expected),
  )

  it.each(['smtps://user:pa#ss@host', 'a\\b', '"a\\b"', 'a"b"', '`a`', "'a'b"])(
    'refuses %s, which the service reads differently, by its line and without the value',
    async (value) => {
      const error = (await read(`STRAND_ADMIN=you@example.org\nSMTP_URL=${value}\n`).catch((reason: unknown) => reason)) as Error
      expect(error.message).toContain('strand.env, line 2: put the value in single quotes')
      expect(error.message).not.toContain(value)
    },
  )

  it('reads the example of the environment file, with its optional lines', async () => {
    const example = readFileSync(`${root}deploy/systemd/strand.env.example`, 'utf8')
    expect(await read(example.replaceAll(/^#(?=[A-Z_0-9]+=)/gm, ''))).toBe('smtps://user:password@mail.example.org:465')
  })
})

describe('BY27 build/ready.mjs', () => {
  const wait = (port: number, pid: number) =>
    startProcess(process.execPath, ['build/ready.mjs'], { HOST: '127.0.0.1', PORT: String(port), MAINPID: String(pid) })

  it('ends with 0 once /readyz answers 200', async () => {
    let status = 503
    const requests: string[] = []
    const server = createServer((request, response) => {
      requests.push(request.url!)
      response.writeHead(status).end()
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const waiting = wait((server.address() as AddressInfo).port, process.pid)
    await expect.poll(() => requests.length, { timeout: 10_000 }).toBeGreaterThan(1)
    expect(waiting.process.exitCode).toBeNull()
    status = 200
    expect(await waiting.ended).toBe(0)
    expect(new Set(requests)).toEqual(new Set(['/readyz']))
    server.closeAllConnections()
    server.close()
  })

  it('ends with 1 when the server has ended', async () => {
    const server = spawn(process.execPath, ['-e', ''])
    await once(server, 'close')
    const waiting = wait(1, server.pid!)
    expect(await waiting.ended).toBe(1)
    expect(waiting.output()).toContain('The server has ended before it was ready.')
  })
})
