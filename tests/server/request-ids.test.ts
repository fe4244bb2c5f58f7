/** Ids of requests: from a proxy, in answers, in the log, and in effects that happen later (BY27). */
import { afterEach, describe, expect, it } from 'vitest'
import { createSlowQueries, slowQueriesOf } from '#db/slowQueries.ts'
import { sql } from '#db/sql.ts'
import { runTraced, traceOfLog } from '#db/trace.ts'
import { transaction } from '#db/transaction.ts'
import { createLog } from '#http/log.ts'
import { createOutbox, emit } from '#outbox/outbox.ts'
import { messages } from '#contract/messages.ts'
import { startBead } from '../support/content.ts'
import { startTestServer, testDatabaseKind, type TestServer } from '../support/server.ts'

let server: TestServer
afterEach(() => server.close())

const generated = /^[0-9a-f]{8}-[0-9a-f-]{27}$/
const idOf = async (given: string): Promise<string> => {
  const { body, headers } = await server.client().get('/api/v0/me', { headers: { 'X-Request-Id': given } })
  expect(headers.get('x-request-id')).toBe(body.requestId)
  return body.requestId
}

interface Line {
  msg: string
  requestId?: string
  [name: string]: unknown
}

function recordLog() {
  const lines: Line[] = []
  const log = createLog({ logLevel: 'info' }, { write: (line) => void lines.push(JSON.parse(line)) }, traceOfLog)
  return { log, lines }
}

describe('X-Request-Id', () => {
  it.each([
    ['no proxy is trusted', {}],
    ['another proxy is trusted', { TRUST_PROXY: '10.1.2.3' }],
  ])('BY27 %s → it is replaced', async (_what, env) => {
    server = await startTestServer({ env })
    expect(await idOf('proxy-0123456789')).toMatch(generated)
  })

  it.each(['loopback', '127.0.0.1', '1'])('BY27 of a proxy that TRUST_PROXY=%s trusts → used, if it is well formed', async (trusted) => {
    server = await startTestServer({ env: { TRUST_PROXY: trusted } })
    expect(await idOf('0123456789abcdef0123456789abcdef')).toBe('0123456789abcdef0123456789abcdef')
    for (const wrong of ['short', 'with space 0123', 'x'.repeat(65), '"><script>alert(1)']) expect(await idOf(wrong)).toMatch(generated)
  })

  it('BY27 health checks are in the log only if they fail', async () => {
    const { log, lines } = recordLog()
    let isDown = false
    server = await startTestServer({
      services: (services) => ({
        ...services,
        log,
        health: { ...services.health, ping: () => (isDown ? Promise.reject(new Error('down')) : services.health.ping()) },
      }),
    })
    for (const path of ['/healthz', '/readyz', '/readyz?from=caddy']) await server.client().get(path)
    isDown = true
    await server.client().get('/readyz')
    const logged = () => lines.filter(({ msg }) => msg === 'request').map(({ route, status }) => [route, status])
    await expect.poll(logged).toEqual([['/readyz', 503]])
  })

  it('BY27 it is in the log line of the request, and in the text of a failed document', async () => {
    const { log, lines } = recordLog()
    server = await startTestServer({
      env: { TRUST_PROXY: 'loopback' },
      services: (services) => ({ ...services, log, site: { ...services.site, facts: () => Promise.reject(new Error('broken')) } }),
    })
    const headers = { 'X-Request-Id': 'proxy-0123456789', 'X-Strand-Request': null, Accept: 'text/html' }
    const { status, body } = await server.client().get('/discover', { headers })
    expect([status, body]).toEqual([500, `${messages.serverError}\n\nRequest ID: proxy-0123456789`])
    expect(lines.map(({ msg, requestId }) => [msg, requestId])).toEqual([
      ['request failed', 'proxy-0123456789'],
      ['request', 'proxy-0123456789'],
    ])
  })
})

describe('later effects', () => {
  it('BY27 the event of a request has its id; one of a job has none', async () => {
    server = await startTestServer({ env: { TRUST_PROXY: 'loopback' } })
    const { client, me } = await server.signUp()
    await server.services.outbox.drain()
    const headers = { 'X-Request-Id': 'creates-a-playlist' }
    await startBead({ ...client, post: (path: string, body: unknown) => client.post(path, body, { headers }) } as never)
    const rows = await sql<{ requestId: string | null }>(server.db, 'SELECT "requestId" FROM "outbox"')
    expect(rows.map(({ requestId }) => requestId)).toContain('creates-a-playlist')
    expect(rows.every(({ requestId }) => requestId === 'creates-a-playlist')).toBe(true)

    await server.services.outbox.drain()
    await transaction(server.db, (manager) => emit(manager, { kind: 'memberChanged', uid: me.uid }))
    expect(await sql(server.db, 'SELECT "requestId" FROM "outbox"')).toEqual([{ requestId: null }])
  })

  it('BY27 a failing consumer logs the request that caused its event, and passes it on to the events that it emits', async () => {
    server = await startTestServer()
    const { log, lines } = recordLog()
    const { me } = await server.signUp()
    await server.services.outbox.drain()
    const { db } = server
    const outbox = createOutbox({
      db,
      log,
      consumers: [
        {
          name: 'passes on',
          kinds: ['memberJoined'],
          apply: async (manager, fact) => {
            log.info('applied')
            if (fact.kind === 'memberJoined') await emit(manager, { kind: 'memberChanged', uid: fact.uid })
          },
        },
        { name: 'fails', kinds: ['memberChanged'], send: () => Promise.reject(new Error('down')) },
      ],
    })
    await runTraced('the-request', () => transaction(db, (manager) => emit(manager, { kind: 'memberJoined', uid: me.uid })))
    await transaction(db, (manager) => emit(manager, { kind: 'memberJoined', uid: me.uid }))
    await outbox.drain()
    await outbox.stop()
    // Events are sent concurrently.
    const logged = lines.map(({ msg, requestId }) => [msg, requestId]).toSorted((a, b) => (String(a) < String(b) ? -1 : 1))
    expect(logged).toEqual([
      ['an effect failed and will be tried again', undefined],
      ['an effect failed and will be tried again', 'the-request'],
      ['applied', undefined],
      ['applied', 'the-request'],
    ])
  })
})

describe('slow statements', () => {
  it('BY27 a slow statement is logged with the request, by its shape', async () => {
    server = await startTestServer()
    const { log, lines } = recordLog()
    slowQueriesOf(server.db)!.observe((query) => log.warn(query, 'slow'))
    const slow = (name: string) =>
      testDatabaseKind === 'postgres'
        ? `SELECT pg_sleep(0.25) AS "${name}", 'a secret'`
        : `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000000) SELECT COUNT(*) AS "${name}", 'a secret' FROM n`
    await runTraced('slow-request', () => sql(server.db, slow('first')))
    await sql(server.db, slow('second'))
    const slowLines = lines.filter(({ statement }) => /pg_sleep|RECURSIVE/.test(String(statement)))
    expect(slowLines.map(({ requestId }) => requestId)).toEqual(['slow-request', undefined])
    expect(slowLines[0]).toMatchObject({ statement: expect.stringContaining('?'), ms: expect.any(Number) })
    expect(JSON.stringify(slowLines)).not.toContain('secret')
  })

  it('BY27 slow statements are counted since the start, and one shape is reported once per ten seconds', () => {
    let now = 0
    const queries = createSlowQueries(() => now)
    const reported: number[] = []
    queries.observe(({ ms }) => reported.push(ms))
    queries.add('SELECT 1', 100)
    queries.add('SELECT 2', 101)
    now += 10_000
    queries.add('SELECT 3', 102)
    expect(queries.total()).toBe(3)
    expect(reported).toEqual([100, 102])
  })
})
