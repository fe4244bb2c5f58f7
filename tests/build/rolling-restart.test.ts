/** Restarts behind nginx and Caddy, with the configurations of deploy/, during reads and writes (BY27). */
import { execFile, spawn } from 'node:child_process'
import { chmodSync, cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { findDeploymentProgram } from '../../build/lib/deployment.mjs'
import { freePort } from '../../build/lib/port.mjs'
import { startPostgres } from '../../build/lib/postgres.mjs'
import { ready, root, startProcess, startProduction, type Started } from '../support/built-server.ts'
import { Client } from '../support/client.ts'
import { cookieOf } from '../support/connect-device.ts'
import { startReverseProxy, upstreamFile, type ProxyName, type ReverseProxy } from '../support/reverse-proxy.ts'

// The certificate is that of a test. Each file has a process of its own.
process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'

const missing = (name: ProxyName) => (findDeploymentProgram(name) === undefined ? ` (skipped: ${name} is not installed)` : '')

let folder: string
let proxyPort: number
let proxy: ReverseProxy
const running = new Map<number, Started>()

/** @param release the folder of the build, if it is another one. */
async function start(port: number, env: Record<string, string>, release?: string): Promise<void> {
  const started = (release === undefined ? startProduction : startRelease(release))({
    STRAND_DATA_DIR: join(folder, String(port)),
    PORT: String(port),
    PUBLIC_URL: `https://127.0.0.1:${proxyPort}`,
    TRUST_PROXY: 'loopback',
    STRAND_DRAIN_SECONDS: '2',
    LOG_LEVEL: 'info',
    ...env,
  })
  running.set(port, started)
  await ready(started)
}

const startRelease =
  (release: string) =>
  (env: Record<string, string>): Started =>
    startProcess(process.execPath, [join(release, 'dist/server/main.js')], {
      NODE_ENV: 'production',
      STRAND_DEMO: '0',
      STRAND_RATE_LIMITS: '0',
      HOST: '127.0.0.1',
      ...env,
    })

/** A release whose scripts and styles all have other names. */
function createRelease(): string {
  const release = mkdtempSync(join(folder, 'release-'))
  const renamed = (text: string) => text.replaceAll(/-([\w-]{8})\.(js|css)\b/g, '-$1next.$2')
  cpSync(`${root}dist`, join(release, 'dist'), { recursive: true, filter: (path) => !/\.(?:br|gz)$/.test(path) })
  for (const path of ['package.json', 'node_modules']) symlinkSync(root + path, join(release, path))
  for (const build of ['web', 'tv', 'embed'])
    for (const entry of readdirSync(join(release, 'dist', build), { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name)
      if (!/\.(?:js|css|json)$/.test(entry.name)) continue
      writeFileSync(path, renamed(readFileSync(path, 'utf8')))
      renameSync(path, join(entry.parentPath, renamed(entry.name)))
    }
  return release
}

async function restart(port: number, env: Record<string, string>, release?: string): Promise<void> {
  const { process: child, ended } = running.get(port)!
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
  await start(port, env, release)
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'strand-rolling-'))
  proxyPort = await freePort()
})
afterEach(() => proxy.stop())
/** Of a describe block. */
async function stopServers(): Promise<void> {
  for (const { process: child, ended } of running.values()) {
    child.kill('SIGKILL')
    await ended
  }
  running.clear()
}
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/**
 * A request on a connection of its own: an idle connection can be closed at the moment when a request is sent on it, after which browsers
 * send it again.
 */
async function send(member: Client, method: 'GET' | 'POST', path: string, body?: unknown): Promise<{ status: number; body: string }> {
  const headers = { Cookie: cookieOf(member), 'X-Strand-Request': '1', Origin: proxy.origin, 'Content-Type': 'application/json' }
  const request = httpsRequest(proxy.origin + path, { method, headers, agent: false }).end(body === undefined ? '' : JSON.stringify(body))
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  return { status: response.statusCode!, body: await text(response) }
}

/** 12 reads and 12 writes a second while `change` runs. Returns the failures, and the ids of the acknowledged playlists. */
async function underLoad(member: Client, change: () => Promise<void>): Promise<{ failures: string[]; sent: number; ids: string[] }> {
  const failures: string[] = []
  const ids: string[] = []
  const requests: Promise<void>[] = []
  let isOver = false
  const request = async (n: number): Promise<void> => {
    const isWrite = n % 2 === 1
    const method = isWrite ? 'POST' : 'GET'
    try {
      const { status, body } = isWrite
        ? await send(member, method, '/api/v0/beads', { title: `Playlist ${n}`, category: 'other', invitees: [] })
        : await send(member, method, '/api/v0/beads?limit=15')
      if (status !== 200) failures.push(`${method} ${status} ${body}`)
      else if (isWrite) ids.push((JSON.parse(body) as { data: { id: string } }).data.id)
    } catch (error) {
      failures.push(`${method} ${String(error)}`)
    }
  }
  const load = (async () => {
    for (let n = 0; !isOver; n += 1) {
      requests.push(request(n))
      await sleep(40)
    }
  })()
  /** Until some more writes are acknowledged. */
  const proceed = async () => {
    const before = ids.length
    await expect.poll(() => ids.length, { timeout: 30_000 }).toBeGreaterThan(before + 5)
  }
  await proceed()
  await change()
  await proceed()
  isOver = true
  await load
  await Promise.all(requests)
  return { failures, sent: requests.length, ids }
}

/** Loads pages with all of their files, as browsers do, until it is stopped. Returns what could not be loaded. */
function visitPages(): () => Promise<string[]> {
  const failures: string[] = []
  let isOver = false
  const get = async (path: string): Promise<string> => {
    try {
      const response = await fetch(proxy.origin + path, { headers: { Accept: path === '/discover' ? 'text/html' : '*/*' } })
      if (!response.ok) failures.push(`${path} ${response.status}`)
      return await response.text()
    } catch (error) {
      failures.push(`${path} ${String(error)}`)
      return ''
    }
  }
  const visits = (async () => {
    while (!isOver) {
      const files = [...(await get('/discover')).matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path!)
      if (files.length === 0) failures.push('the page has no scripts')
      await Promise.all(files.map(get))
      await sleep(200)
    }
  })()
  return async () => {
    isOver = true
    await visits
    return failures
  }
}

/** Twenty at a time: each is two connections of nginx, which has 512 for a worker. */
async function expectAll(member: Client, ids: string[]): Promise<void> {
  for (let n = 0; n < ids.length; n += 20) {
    const statuses = await Promise.all(ids.slice(n, n + 20).map(async (id) => (await member.get(`/api/v0/beads/${id}`)).status))
    expect(new Set(statuses)).toEqual(new Set([200]))
  }
}

async function signUp(name: string): Promise<Client> {
  const member = new Client(proxy.origin)
  const { status } = await member.post('/api/v0/auth/signup', { name: 'Ada', email: `${name}@example.org`, password: 'correct horse' })
  expect(status).toBe(200)
  return member
}

describe('two servers on PostgreSQL', () => {
  let postgres: Awaited<ReturnType<typeof startPostgres>>
  let ports: number[]
  let env: Record<string, string>

  beforeAll(async () => {
    postgres = await startPostgres()
    env = { DATABASE_URL: postgres.url, STRAND_SECRET: 'a secret of both servers' }
    ports = [await freePort(), await freePort()]
    await Promise.all(ports.map((port) => start(port, env)))
  })
  afterAll(async () => {
    await stopServers()
    await postgres.stop()
  })

  async function begin(name: ProxyName): Promise<Client> {
    proxy = await startReverseProxy(name, { port: proxyPort, servers: ports })
    return signUp(name)
  }

  /** A `systemctl` whose restart and reload are those of the test. */
  async function createSystemctl(): Promise<{ server: Server; path: string }> {
    const server = createServer((request, response) => {
      const [verb, unit = ''] = decodeURIComponent(request.url!.slice(1)).split(' ')
      const action = verb === 'reload' ? proxy.reload() : restart(Number(unit.replace('strand@', '')), env)
      action.then(
        () => response.end(),
        (error: unknown) => response.writeHead(500).end(String(error)),
      )
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const path = mkdtempSync(join(folder, 'bin-'))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    const source = `fetch('${url}' + encodeURIComponent(process.argv.slice(2).join(' '))).then(({ ok }) => process.exit(ok ? 0 : 1))`
    writeFileSync(join(path, 'systemctl'), `#!${process.execPath}\n${source}\n`)
    chmodSync(join(path, 'systemctl'), 0o755)
    return { server, path }
  }

  it.skipIf(missing('nginx') !== '')(
    `BY27 rolling-restart.sh restarts both behind nginx: no request fails, and every acknowledged write is there${missing('nginx')}`,
    async () => {
      const member = await begin('nginx')
      const systemctl = await createSystemctl()
      const options = { env: { ...process.env, PATH: `${systemctl.path}:${process.env.PATH}`, UPSTREAM: upstreamFile(proxy) } }
      const before = readFileSync(upstreamFile(proxy), 'utf8')
      const pids = [...running.values()].map(({ process: child }) => child.pid)
      try {
        const { failures, sent, ids } = await underLoad(member, async () => {
          await promisify(execFile)(`${root}deploy/nginx/rolling-restart.sh`, ports.map(String), options)
        })
        expect(failures).toEqual([])
        expect(sent).toBeGreaterThan(50)
        for (const pid of [...running.values()].map(({ process: child }) => child.pid)) expect(pids).not.toContain(pid)
        expect(readFileSync(upstreamFile(proxy), 'utf8')).toBe(before)
        await expectAll(member, ids)
        const servers = new Set(proxy.accessLog().map(({ server }) => server))
        for (const port of ports) expect(servers).toContain(`127.0.0.1:${port}`)
        const other = spawn('flock', [dirname(upstreamFile(proxy)), 'sh', '-c', 'echo locked && read -r _'])
        await once(other.stdout, 'data')
        const second = promisify(execFile)(`${root}deploy/nginx/rolling-restart.sh`, ports.map(String), options)
        await expect(second).rejects.toThrow('Another rolling-restart.sh is running.')
        other.stdin.end()
        await once(other, 'close')
        const unknown = promisify(execFile)(`${root}deploy/nginx/rolling-restart.sh`, ['1'], options)
        await expect(unknown).rejects.toThrow('has no server 127.0.0.1:1.')
      } finally {
        systemctl.server.close()
      }
    },
    120_000,
  )

  it.skipIf(missing('caddy') !== '')(
    `BY27 each is restarted behind Caddy, which reads /readyz: no request fails${missing('caddy')}`,
    async () => {
      const member = await begin('caddy')
      const { failures, sent, ids } = await underLoad(member, async () => {
        for (const port of ports) {
          await restart(port, env)
          // Until Caddy knows that it is ready.
          await expect.poll(() => running.get(port)!.output(), { timeout: 30_000 }).toContain('"route":"/api/v0/beads"')
        }
      })
      expect(failures).toEqual([])
      expect(sent).toBeGreaterThan(50)
      await expectAll(member, ids)
    },
    120_000,
  )
})

describe('two servers, each of them upgraded to another build', () => {
  let postgres: Awaited<ReturnType<typeof startPostgres>>
  let release: string
  beforeAll(async () => {
    postgres = await startPostgres()
    release = createRelease()
  })
  afterAll(async () => {
    await stopServers()
    await postgres.stop()
  })

  /** The addresses of all scripts of the build that the server has. */
  const scriptsOf = (build: string) => readdirSync(join(build, 'dist/web/assets')).filter((name) => name.endsWith('.js'))

  // Without the folder, nginx looks for files on the other server.
  describe.each([
    ['nginx', 'without a shared folder'],
    ['nginx', 'with one'],
    ['caddy', 'with one'],
  ] as const)('behind %s, %s', (name, sharing) => {
    const isShared = sharing === 'with one'
    it.skipIf(missing(name) !== '')(
      `BY27 pages of both builds load, during the restarts${isShared ? ' and after them' : ''}${missing(name)}`,
      async () => {
        const env: Record<string, string> = { DATABASE_URL: postgres.url, STRAND_SECRET: 'a secret of both servers' }
        if (isShared) env.STRAND_ASSETS_DIR = join(folder, `assets-${name}`)
        const ports = [await freePort(), await freePort()]
        await Promise.all(ports.map((port) => start(port, env)))
        proxy = await startReverseProxy(name, { port: proxyPort, servers: ports })
        const old = scriptsOf(root)
        const stop = visitPages()
        await restart(ports[0]!, env, release)
        const load = async (names: string[]) =>
          new Set(await Promise.all(names.map(async (file) => (await fetch(`${proxy.origin}/assets/${file}`)).status)))
        const next = scriptsOf(release)
        // Until the proxy knows that the server is back: nginx looks every five seconds.
        await expect.poll(() => load(next.slice(0, 1)), { timeout: 20_000 }).toEqual(new Set([200]))
        expect(await load(old.slice(0, 40))).toEqual(new Set([200]))
        expect(await load(next.slice(0, 40))).toEqual(new Set([200]))
        expect(await stop()).toEqual([])
        if (isShared) {
          await restart(ports[1]!, env, release)
          await expect.poll(() => load(old.slice(0, 5)), { timeout: 20_000 }).toEqual(new Set([200]))
          expect(await load(old)).toEqual(new Set([200]))
        }
        await stopServers()
      },
      120_000,
    )
  })
})

describe.skipIf(missing('caddy') !== '')(`one server on SQLite behind Caddy${missing('caddy')}`, () => {
  afterAll(stopServers)

  it('BY27 it is restarted: reads wait; a write waits too, or is refused with 503 before a server has got it', async () => {
    const port = await freePort()
    await start(port, {})
    proxy = await startReverseProxy('caddy', { port: proxyPort, servers: [port] })
    const member = await signUp('ada')
    const { failures, sent, ids } = await underLoad(member, () => restart(port, {}))
    // Caddy 2.6 does not let writes wait, 2.7 does.
    expect(failures.filter((failure) => !/^POST 503 .*"code":"unavailable"}$/.test(failure))).toEqual([])
    expect(sent).toBeGreaterThan(50)
    await expectAll(member, ids)
  }, 60_000)
})
