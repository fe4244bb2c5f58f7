/** Metrics for Prometheus (BY27). */
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { endpoints } from '#contract/index.ts'
import { screenModules } from '#contract/pages/screens.ts'
import { newId } from '#db/ids.ts'
import { OutboxEntity } from '#outbox/entities.ts'
import { transaction } from '#db/transaction.ts'
import { ready, startProduction, type Started } from '../support/built-server.ts'
import { connectDevice, closeSockets } from '../support/connect-device.ts'
import { createTestDatabase, startTestServer, testDatabaseKind, type TestDatabase, type TestServer } from '../support/server.ts'

type Series = Map<string, number>

/** Values by series, such as `strand_outbox_failed{kind="played"}`. */
function parse(text: string): Series {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]))
}

let server: TestServer
const read = async (): Promise<Series> => parse(await server.services.metrics!.read())
const routesIn = (series: Series): Set<string> =>
  new Set([...series.keys()].flatMap((name) => /^strand_http.*route="([^"]*)"/.exec(name)?.[1] ?? []))

describe('requests', () => {
  beforeAll(async () => {
    server = await startTestServer({ env: { STRAND_METRICS_PORT: '0' } })
  })
  afterAll(() => server.close())

  const request = (method: string, path: string, accept = '*/*') =>
    fetch(server.url + path, { method, redirect: 'manual', headers: { Accept: accept, Origin: server.url } }).then((response) =>
      response.arrayBuffer(),
    )
  const random = () => newId('bead')

  /** Each endpoint, page and file with new random parts. */
  async function requestEverything(): Promise<void> {
    for (const key of Object.keys(endpoints)) {
      const [verb, path] = key.split(' ') as [string, string]
      await request(verb, path.replace(/:\w+/g, random))
    }
    const documents = [
      '',
      random(),
      `${random()}/post-${random()}`,
      `tag/${random()}`,
      'search?q=a',
      'about',
      'admin/system',
      `a/b/c/${random()}`,
    ]
    for (const path of documents) await request('GET', `/${path}`, 'text/html')
    for (const path of [
      `/clips/${random()}`,
      `/assets/${random()}.js`,
      `/api/${random()}`,
      `/pictures/${random()}`,
      `/%${random()}`,
      '/embed/x',
    ])
      await request('GET', path)
    for (const method of ['PROPFIND', 'LOCK', 'TRACE', 'M-SEARCH']) await request(method, `/${random()}`).catch(() => undefined)
  }

  it('BY27 labels are patterns of routes; further ids, names and methods add no series', async () => {
    await requestEverything()
    const first = await read()
    const patterns = new Set(Object.keys(endpoints).map((key) => key.split(' ')[1]!))
    const others = [...routesIn(first)].filter((route) => !patterns.has(route))
    const screens = new Set(Object.keys(screenModules).map((screen) => `page ${screen}`))
    expect(others.filter((route) => !screens.has(route))).toEqual(expect.arrayContaining(['other']))
    for (const route of others) if (!screens.has(route)) expect(route).toMatch(/^(page redirect|files|other|\/[a-z/:]+)$/)
    const methods = new Set([...first.keys()].flatMap((name) => /method="([^"]*)"/.exec(name)?.[1] ?? []))
    expect([...methods].sort()).toEqual(['DELETE', 'GET', 'POST', 'PUT', 'other'].filter((method) => methods.has(method)))

    for (let n = 0; n < 3; n += 1) await requestEverything()
    const later = await read()
    const added = [...later.keys()].filter((name) => name.startsWith('strand_') && !first.has(name))
    expect(added).toEqual([])
    expect([...later.keys()].length).toBeLessThan(6000)
  }, 60_000)

  it('BY27 counts answers by status, and measures their duration; a request in progress is counted', async () => {
    const name = 'strand_http_requests_total{method="GET",route="/api/v0/beads/:id",status="404"}'
    const before = await read()
    await request('GET', `/api/v0/beads/${random()}`)
    await request('GET', `/api/v0/beads/${random()}`)
    // An answer is counted when its connection has sent it.
    await expect.poll(async () => (await read()).get('strand_http_requests_in_progress')).toBe(0)
    const after = await read()
    expect(after.get(name)! - before.get(name)!).toBe(2)
    const durations = 'strand_http_request_duration_seconds_count{method="GET",route="/api/v0/beads/:id"}'
    expect(after.get(durations)! - before.get(durations)!).toBe(2)
  })
})

describe('figures', () => {
  afterEach(async () => {
    await closeSockets()
    await server.close()
  })

  it('BY27 event loop, process, outbox, index, jobs, sockets, mails, refusals, database and disk', async () => {
    server = await startTestServer({ env: { STRAND_METRICS_PORT: '0', STRAND_RATE_LIMITS: '1' } })
    const { client, me } = await server.signUp()
    const creationDate = new Date(Date.now() - 60_000).toISOString()
    const row = { id: newId('row'), stage: 'send' as const, fact: { kind: 'memberJoined' as const, uid: me.uid }, creationDate }
    await transaction(server.db, (manager) =>
      manager.insert(OutboxEntity, { ...row, dueDate: creationDate, attempts: 1, done: [], lastError: 'down' }),
    )
    await server.services.scheduler.runDue()
    await server.services.mail.send({ to: 'ann@example.org', subject: 'Hello', text: 'Hello', key: newId('row') })
    const limit = { name: 'two', requests: 2, seconds: 60 }
    for (let n = 0; n < 5; n += 1) await server.services.limits.consume(limit, 'ann').catch(() => undefined)
    await connectDevice(server.url, client)

    const series = await read()
    expect(series.get('strand_outbox_waiting')).toBeGreaterThan(1)
    expect(series.get('strand_outbox_overdue_seconds')).toBeGreaterThanOrEqual(60)
    expect(series.get('strand_outbox_failed{kind="memberJoined"}')).toBe(1)
    const success = series.get('strand_job_last_success_timestamp_seconds{name="plays.sweep"}')!
    expect(Math.abs(Date.now() / 1000 - success)).toBeLessThan(20)
    expect(series.get('strand_job_interval_seconds{name="plays.sweep"}')).toBe(3600)
    expect(series.get('strand_job_failures{name="plays.sweep"}')).toBe(0)
    expect(series.get('strand_job_running{name="plays.sweep"}')).toBe(0)
    expect(series.get('strand_job_duration_seconds{name="plays.sweep"}')).toBeLessThan(20)
    expect(series.get('strand_mail_messages_total{outcome="sent"}')).toBe(1)
    expect(series.get('strand_push_messages_total{outcome="failed"}')).toBe(0)
    expect(series.get('strand_connect_sockets')).toBe(1)
    expect(series.get('strand_rate_limit_refusals_total{limit="two"}')).toBe(3)
    expect(series.get('strand_database_bytes')).toBeGreaterThan(100_000)
    expect(series.get('strand_disk_free_bytes')).toBeGreaterThan(0)
    expect(series.get('strand_uploads_available')).toBe(1)
    expect(series.get('strand_slow_statements_total')).toBeGreaterThanOrEqual(0)
    expect(series.get(`strand_info{version="0.1.0",database="${testDatabaseKind}"}`)).toBe(1)
    expect(series.get('strand_draining')).toBe(0)
    expect(series.get('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0)
    expect(series.get('process_resident_memory_bytes')).toBeGreaterThan(10_000_000)
    const connections = [...series].filter(([name]) => name.startsWith('strand_database_connections'))
    if (testDatabaseKind === 'sqlite') expect(connections).toEqual([])
    else expect(Object.fromEntries(connections)).toMatchObject({ 'strand_database_connections{state="max"}': 16 })
  })

  it('BY27 a part that fails is missing and counted; the others are answered', async () => {
    server = await startTestServer({ env: { STRAND_METRICS_PORT: '0' } })
    vi.spyOn(server.services.search, 'status').mockRejectedValue(new Error('down'))
    const series = await read()
    expect(series.get('strand_measurement_failures_total{part="search"}')).toBe(1)
    expect(series.get('strand_measurement_failures_total{part="outbox"}')).toBe(0)
    expect([...series.keys()].filter((name) => name.startsWith('strand_search'))).toEqual([])
    expect(series.get('strand_outbox_waiting')).toBe(0)
  })

  it('BY27 a storage of uploads that does not answer is unavailable, which is no failed measurement', async () => {
    server = await startTestServer({ env: { STRAND_METRICS_PORT: '0' } })
    vi.spyOn(server.services.objects, 'ping').mockRejectedValue(new Error('down'))
    const series = await read()
    expect(series.get('strand_uploads_available')).toBe(0)
    expect(series.get('strand_measurement_failures_total{part="uploads"}')).toBe(0)
  })

  it('BY27 a part that does not answer → the scrape waits three seconds', async () => {
    server = await startTestServer({ env: { STRAND_METRICS_PORT: '0' } })
    vi.spyOn(server.services.scheduler, 'list').mockReturnValue(new Promise(() => undefined))
    const since = performance.now()
    const series = await read()
    const waited = performance.now() - since
    expect(waited).toBeGreaterThan(2900)
    expect(waited).toBeLessThan(9000)
    expect(series.get('strand_measurement_failures_total{part="jobs"}')).toBe(1)
  })

  it('BY27 ten scrapes in a second measure once', async () => {
    server = await startTestServer({ env: { STRAND_METRICS_PORT: '0' } })
    const calls = [vi.spyOn(server.services.search, 'status'), vi.spyOn(server.services.scheduler, 'list')]
    for (let n = 0; n < 10; n += 1) await read()
    for (const call of calls) {
      expect(call.mock.calls.length).toBeGreaterThan(0)
      expect(call.mock.calls.length).toBeLessThanOrEqual(2)
    }
  })

  it('BY27 without a port, nothing is measured', async () => {
    server = await startTestServer()
    expect(server.services.metrics).toBeNull()
  })
})

describe('the port', () => {
  let database: TestDatabase
  let started: Started
  afterEach(async () => {
    started.process.kill('SIGKILL')
    await started.ended
    await database.remove()
  })

  it('BY27 /metrics answers on its own port only, also while the server drains', async () => {
    database = await createTestDatabase()
    started = startProduction({ ...database.env, STRAND_METRICS_PORT: '0', STRAND_DRAIN_SECONDS: '20' })
    const origin = await ready(started)
    const metrics = /Metrics are at (http:\S+)/.exec(started.output())![1]!
    const response = await fetch(metrics)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
    expect(parse(await response.text()).get('strand_draining')).toBe(0)
    expect((await fetch(new URL('/', metrics))).status).toBe(404)
    expect((await fetch(metrics, { method: 'POST' })).status).toBe(405)
    expect((await fetch(`${origin}/metrics`, { headers: { Accept: '*/*' } })).headers.get('content-type')).not.toContain('text/plain')
    started.process.kill('SIGTERM')
    await expect.poll(async () => parse(await (await fetch(metrics)).text()).get('strand_draining')).toBe(1)
  })

  it('BY27 a port that is in use → the start fails with the names of the variables', async () => {
    database = await createTestDatabase()
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    started = startProduction({ ...database.env, STRAND_METRICS_PORT: String(port), STRAND_METRICS_HOST: '127.0.0.1' })
    try {
      expect(await started.ended).toBe(1)
      expect(started.output()).toContain('STRAND_METRICS_PORT')
    } finally {
      other.close()
    }
  })
})
