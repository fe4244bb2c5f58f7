/** Readiness, and two servers that are restarted one after another (BY27). */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { rm, writeFile } from 'node:fs/promises'
import { request, type IncomingMessage } from 'node:http'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { diskOf } from '../../server/features/operations/measure.ts'
import { startBalancer, type Balancer } from '../support/balancer.ts'
import { ready, startProduction, type Started } from '../support/built-server.ts'
import { Client } from '../support/client.ts'
import { connectCloseCodes } from '#contract/rules.ts'
import { closeSockets, codeOf, connectDevice, cookieOf } from '../support/connect-device.ts'
import { createTestDatabase, startTestServer, testDatabaseKind, type TestDatabase, type TestServer } from '../support/server.ts'
import { unzip } from '../support/zip.ts'

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

describe('readiness', () => {
  let server: TestServer
  afterEach(() => server.close())

  it('BY27 a server is ready with its database; without, and while it drains, it is not', async () => {
    let isDown = false
    server = await startTestServer({
      services: (services) => ({
        ...services,
        health: {
          ...services.health,
          ping: () => (isDown ? Promise.reject(new Error('down')) : services.health.ping()),
        },
      }),
    })
    const read = async (path: string) => {
      const { status, body } = await server.client().get(path)
      return { status, body }
    }
    const checks = { database: 'ok', search: 'ok', uploads: 'ok', disk: 'ok' }
    await server.services.search.catchUp()
    expect(await read('/readyz')).toEqual({ status: 200, body: { status: 'ready', checks, searchLag: 0 } })
    isDown = true
    expect(await read('/readyz')).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    isDown = false
    server.services.drain()
    expect((await read('/readyz')).status).toBe(503)
    expect((await read('/healthz')).status, 'it is alive, and must not be killed').toBe(200)
    expect((await read('/api/v0/beads')).status, 'it answers').toBe(200)
  })

  it('BY27 a full disk, a search index and an object store that fail are reported; the server is ready', async () => {
    server = await startTestServer({
      services: (services) => ({
        ...services,
        health: {
          ...services.health,
          pingSearch: () => Promise.reject(new Error('down')),
          hasUploads: () => Promise.resolve(false),
          freeBytes: async () => 1000,
          searchLag: () => Promise.reject(new Error('down')),
        },
      }),
    })
    const { status, body } = await server.client().get('/readyz')
    const checks = { database: 'ok', search: 'unavailable', uploads: 'unavailable', disk: 'low' }
    expect([status, body]).toEqual([200, { status: 'ready', checks, searchLag: null }])
  })

  it('BY27 a disk that is gone or read-only is reported; the server is ready', async () => {
    expect(await diskOf('/nowhere')).toMatchObject({ isWritable: false })
    server = await startTestServer({
      services: (services) => ({ ...services, health: { ...services.health, isDiskWritable: async () => false } }),
    })
    const { status, body } = await server.client().get('/readyz')
    expect([status, body.checks.disk]).toEqual([200, 'unwritable'])
  })

  it('BY27 an index that is never built → on PostgreSQL not ready, on SQLite ready; searches answer 503', async () => {
    server = await startTestServer()
    const { search } = server.services
    // Its folder is a file, as on a disk that cannot be written to.
    await rm(join(server.config.dataDir, 'search'), { recursive: true, force: true })
    await writeFile(join(server.config.dataDir, 'search'), '')
    search.start()
    const client = server.client()
    const { status, body } = await client.get('/readyz')
    if (testDatabaseKind === 'postgres') expect([status, body.code]).toEqual([503, 'unavailable'])
    else expect([status, body.checks.search, body.searchLag]).toEqual([200, 'unavailable', null])
    expect(await client.get('/api/v2/search?q=music')).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    await rm(join(server.config.dataDir, 'search'))
    await search.catchUp()
    await expect.poll(async () => (await client.get('/readyz')).status).toBe(200)
    expect((await client.get('/api/v2/search?q=music')).status).toBe(200)
  })

  it('BY27 checks that do not end → within two seconds, for which load balancers wait, they have failed; the server is ready', async () => {
    const never = () => new Promise<never>(() => undefined)
    server = await startTestServer({
      services: (services) => ({
        ...services,
        health: { ...services.health, pingSearch: never, searchLag: never, hasUploads: never, freeBytes: never, isDiskWritable: never },
      }),
    })
    const startedAt = performance.now()
    const { status, body } = await server.client().get('/readyz')
    const checks = { database: 'ok', search: 'unavailable', uploads: 'unavailable', disk: 'unwritable' }
    expect([status, body]).toEqual([200, { status: 'ready', checks, searchLag: null }])
    expect(performance.now() - startedAt).toBeLessThan(2000)
  })
})

describe('a stop during requests', () => {
  let database: TestDatabase
  let server: Started
  let member: Client

  beforeAll(async () => {
    database = await createTestDatabase()
    server = startProduction({ ...database.env, STRAND_DRAIN_SECONDS: '1' })
    member = new Client(await ready(server))
    await member.post('/api/v0/auth/signup', { name: 'Ada', email: 'ada@example.org', password: 'correct horse' })
    const { body } = await member.post('/api/v0/beads', { title: 'Long', category: 'other', invitees: [] })
    // More than the buffers of the connection hold.
    const posts = Array.from({ length: 90 }, (_, n) => ({ title: `Post ${n}`, description: randomBytes(45_000).toString('base64') }))
    const replies = await Promise.all(posts.map((post) => member.post(`/api/v0/posts/${body.bead}`, post)))
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
  }, 60_000)
  afterAll(async () => {
    server.process.kill('SIGKILL')
    await server.ended
    await database.remove()
  })

  const send = (method: string, path: string, headers = {}) =>
    request(member.url + path, {
      method,
      agent: false,
      headers: { Cookie: cookieOf(member), 'X-Strand-Request': '1', Origin: member.url, ...headers },
    })

  /** A request whose body arrives in parts. */
  async function upload(parts: number): Promise<number> {
    const body = JSON.stringify({ content: '#EXTM3U\nhttps://www.youtube.com/watch?v=dQw4w9WgXcQ\n' })
    const length = body.length + 1000 * parts
    const sent = send('POST', '/api/v0/beads/import/preview', { 'Content-Type': 'application/json', 'Content-Length': length })
    sent.write(body.slice(0, -1))
    for (let n = 0; n < parts; n += 1) {
      sent.write(' '.repeat(1000))
      await setTimeout(250)
    }
    sent.end(body.slice(-1))
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    response.resume()
    return response.statusCode!
  }

  /** An answer that is read slowly for `ms`. */
  async function download(ms: number): Promise<Buffer> {
    const startedAt = performance.now()
    const [response] = (await once(send('GET', '/api/v0/me/export').end(), 'response')) as [IncomingMessage]
    const chunks: Buffer[] = []
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      if (performance.now() - startedAt < ms) await setTimeout(100)
    }
    return Buffer.concat(chunks)
  }

  it('BY27 an upload and an export that continue are finished; a request that stalls is cut within 5 s', async () => {
    const stalled = send('POST', '/api/v0/beads/import/preview', { 'Content-Type': 'application/json', 'Content-Length': 1000 })
    stalled.flushHeaders()
    const cut = once(stalled, 'error').then(() => performance.now())
    const uploaded = upload(30)
    const downloaded = download(6000).then((bytes) => ({ bytes, at: performance.now() }))
    await setTimeout(200)
    const stoppedAt = performance.now()
    server.process.kill('SIGTERM')
    expect((await cut) - stoppedAt).toBeLessThan(1000 + 5000)
    expect(await uploaded).toBe(200)
    const { bytes, at } = await downloaded
    expect(at - stoppedAt, 'the export spans the stop').toBeGreaterThan(1000 + 3500)
    const files = await unzip(bytes)
    expect(JSON.parse(files.get('posts.json')!.toString('utf8'))).toHaveLength(90)
    expect(await server.ended).toBe(0)
  }, 60_000)
})

describe('a stop while a device is connected', () => {
  it('BY27 BZ10 it stays connected while the server drains, and then has to connect again', async () => {
    const database = await createTestDatabase()
    const server = startProduction({ ...database.env, STRAND_DRAIN_SECONDS: '3' })
    try {
      const member = new Client(await ready(server))
      await member.post('/api/v0/auth/signup', { name: 'Ada', email: 'ada@example.org', password: 'correct horse' })
      const [one, other] = [await connectDevice(member.url, member), await connectDevice(member.url, member)]
      const closed = codeOf(one.socket)
      const stoppedAt = performance.now()
      server.process.kill('SIGTERM')
      await setTimeout(300)
      one.send({ type: 'send', to: other.id, body: 'still here' })
      expect(await other.message()).toEqual({ type: 'message', from: one.id, body: 'still here' })
      expect(await closed).toBe(connectCloseCodes.restart)
      expect(performance.now() - stoppedAt).toBeGreaterThan(2900)
      expect(await server.ended).toBe(0)
    } finally {
      server.process.kill('SIGKILL')
      await server.ended
      await closeSockets()
      await database.remove()
    }
  }, 60_000)
})

/** SQLite has one server. */
describe.runIf(testDatabaseKind === 'postgres')('two servers on PostgreSQL', () => {
  let database: TestDatabase
  const running = new Map<number, Started>()
  let balancer: Balancer
  const originOf = (port: number) => `http://127.0.0.1:${port}`
  const folderOf = (port: number) => join(database.env.STRAND_DATA_DIR, String(port))

  async function start(port: number): Promise<void> {
    const env = { STRAND_DATA_DIR: folderOf(port), PORT: String(port), STRAND_DRAIN_SECONDS: '1', STRAND_DEMO: '1' }
    const started = startProduction({ ...database.env, ...env })
    running.set(port, started)
    await ready(started)
    await vi.waitFor(async () => expect((await fetch(`${originOf(port)}/readyz`)).status).toBe(200), { timeout: 30_000, interval: 50 })
  }

  beforeAll(async () => {
    database = await createTestDatabase()
    await start(await freePort())
    await start(await freePort())
    balancer = await startBalancer([...running.keys()].map(originOf))
  }, 60_000)
  afterAll(async () => {
    await balancer.close()
    for (const { process, ended } of running.values()) {
      process.kill('SIGKILL')
      await ended
    }
    await database.remove()
  })

  it('BY27 each is stopped and started during 50 requests a second → none fails, and both have answered', async () => {
    const failures: string[] = []
    let sent = 0
    let isOver = false
    const paths = ['/api/v0/beads?limit=15', '/discover', '/api/v2/search?q=music']
    const request = async (path: string): Promise<void> => {
      sent += 1
      try {
        const response = await fetch(balancer.origin + path, { headers: { Accept: path.startsWith('/api') ? '*/*' : 'text/html' } })
        const text = await response.text()
        if (!response.ok) failures.push(`${path} ${response.status}`)
        else if (path.includes('search') && !text.includes('"id"')) failures.push(`${path} without results`)
      } catch (error) {
        failures.push(`${path} ${String(error)}`)
      }
    }
    const load = (async () => {
      const requests: Promise<void>[] = []
      for (let n = 0; !isOver; n += 1) {
        requests.push(request(paths[n % paths.length]!))
        await setTimeout(20)
      }
      await Promise.all(requests)
    })()
    await setTimeout(500)
    for (const port of [...running.keys()]) {
      const { process, ended } = running.get(port)!
      process.kill('SIGTERM')
      expect(await ended).toBe(0)
      // As on a new machine: no index.
      await rm(folderOf(port), { recursive: true, force: true })
      await start(port)
      await vi.waitFor(() => expect(balancer.ready).toContain(originOf(port)), { timeout: 10_000 })
      await setTimeout(500)
    }
    isOver = true
    await load
    expect(failures).toEqual([])
    expect(sent).toBeGreaterThan(100)
    for (const port of running.keys()) expect(balancer.counts.get(originOf(port))).toBeGreaterThan(20)
  }, 60_000)
})
