/** Behaviour of all endpoints: errors, limits, caching, files. */
import { request as plainRequest } from 'node:http'
import express from 'express'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Failure, messages } from '#contract/index.ts'
import { errorHandler, StrandError } from '#http/errors.ts'
import { addressKey } from '#http/limits.ts'
import { createLog } from '#http/log.ts'
import { createMount, type Handler } from '#http/mount.ts'
import { requestId } from '#http/security.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const signUpBody = { name: 'Some Body', email: 'body@example.org', password: 'some body' }
const post = (raw: BodyInit, headers: Record<string, string | null> = { 'Content-Type': 'application/json' }) =>
  server.client().post('/api/v0/auth/signup', undefined, { raw, headers })

describe('errors', () => {
  test.each(['/api', '/api/', '/api/v0', '/api/v0/nothing', '/api/v9/me', '/api/v0/members/a/b/c'])(
    'AP10 %s → 404 as JSON',
    async (path) => {
      const { status, body } = await server.client().get(path, { headers: { Accept: 'text/html', 'X-Strand-Request': null } })
      expect([status, body.code, body.message]).toEqual([404, 'not_found', messages.notFound])
      expect(Failure.parse(body)).toEqual(body)
    },
  )

  test.each(['{', '"text"', 'null', '{"name": undefined}', ''])('AP10 the body %j → 400', async (raw) => {
    const { status, body } = await post(raw)
    expect(status).toBe(400)
    expect(Failure.parse(body)).toEqual(body)
  })

  test('AP10 all invalid fields are named', async () => {
    const { body } = await server.client().post('/api/v0/auth/signup', {})
    expect(Object.keys(body.fields).sort()).toEqual(['email', 'name', 'password'])
  })

  test('AP10 a large body → 413, another content type or compression → 415', async () => {
    const large = await post(JSON.stringify({ ...signUpBody, name: 'x'.repeat(600_000) }))
    expect([large.status, large.body.code, large.body.message]).toEqual([413, 'too_large', messages.tooLarge])
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/jsonp']) {
      const wrong = await post(JSON.stringify(signUpBody), { 'Content-Type': type })
      expect([wrong.status, wrong.body.code]).toEqual([415, 'unsupported_type'])
    }
    const zipped = await post('x', { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' })
    expect(zipped.status).toBe(415)
  })

  test('AP10 a body is UTF-8, with or without a byte order mark; another charset → 415', async () => {
    const statusOf = async (raw: BodyInit, type: string) => (await post(raw, { 'Content-Type': type })).status
    for (const type of ['application/json; charset=utf-8', 'application/json;charset="UTF-8"'])
      for (const raw of ['{}', '\uFEFF{}']) expect(await statusOf(raw, type), type).toBe(400)
    for (const charset of ['utf-16', 'iso-8859-1', 'nonsense'])
      expect(await statusOf('{}', `application/json; charset=${charset}`), charset).toBe(415)
    const { body } = await post('\uFEFF{}')
    expect(Object.keys(body.fields).sort(), 'the body was parsed').toEqual(['email', 'name', 'password'])
  })

  test.each(['/api/v0/members/%', '/api/v0/members/%zz', '/api/v0/members/%C3%28', '/api/v0/members/a%00b'])(
    'AP10 %s → 400',
    async (path) => {
      const { status, body } = await server.client().get(path)
      expect([status, body.code]).toEqual([400, 'malformed'])
    },
  )

  test('AP10 an object instead of a string → 400, whatever its length property is', async () => {
    for (const length of [{ toString: 'x' }, { valueOf: null, toString: null }, [[]], 3]) {
      const { status } = await server.client().post('/api/v1/auth/login', { username: { length }, password: 'strand' })
      expect(status).toBe(400)
    }
  })

  test('AP10 a string with NUL → 400', async () => {
    const { status, body } = await server.client().post('/api/v0/auth/signup', { ...signUpBody, email: 'nul\0@example.org' })
    expect([status, body.code]).toEqual([400, 'malformed'])
  })

  test('AP10 a failure contains the request id, which is generated', async () => {
    const made = await server.client().get('/api/v0/me')
    expect(made.body.requestId).toBe(made.headers.get('x-request-id'))
    expect(made.body.requestId).toMatch(/^[0-9a-f-]{36}$/)
  })
})

/** Runs a server with one endpoint, which has this handler; `logged` returns its log. */
async function withHandler(handler: Handler<'GET /healthz'>, run: (url: string, logged: () => string) => Promise<void>): Promise<void> {
  const lines: string[] = []
  const log = createLog({ logLevel: 'info' }, { write: (line) => void lines.push(line) })
  const app = express()
  app.use(requestId)
  const mount = createMount(app, {
    config: { hasPublicUrl: true, publicUrl: 'http://localhost', checkAnswers: true },
    limits: server.services.limits,
    identify: server.services.sessions.identify,
    siteState: server.services.states.current,
  })
  mount('GET /healthz', handler)
  app.use(errorHandler(log))
  const listening = await new Promise<import('node:http').Server>((resolve) => {
    const started = app.listen(0, '127.0.0.1', () => resolve(started))
  })
  try {
    await run(`http://127.0.0.1:${(listening.address() as import('node:net').AddressInfo).port}/healthz`, () => lines.join(''))
  } finally {
    listening.closeAllConnections()
    listening.close()
  }
}

describe('mount', () => {
  const ok = { status: 'ok', database: 'sqlite', uptime: 1 } as const

  test('AP10 an unexpected error → 500 without details, which are only logged', () =>
    withHandler(
      () => {
        throw new Error('the secret of the database')
      },
      async (url, logged) => {
        const response = await fetch(url)
        const text = await response.text()
        expect(response.status).toBe(500)
        expect(JSON.parse(text)).toEqual({
          message: messages.serverError,
          code: 'internal',
          requestId: response.headers.get('x-request-id'),
        })
        expect(logged()).toContain('the secret of the database')
        expect(logged()).toContain(JSON.parse(text).requestId)
      },
    ))

  test('AP10 a rejected promise of a handler → its failure', () =>
    withHandler(
      async () => Promise.reject(new StrandError('conflict', 'It is there already', { title: 'taken' })),
      async (url) => {
        const response = await fetch(url)
        expect([response.status, await response.json()]).toMatchObject([
          409,
          { code: 'conflict', message: 'It is there already', fields: { title: 'taken' } },
        ])
      },
    ))

  test.each([
    ['wrong', { ...ok, uptime: 'long' }],
    ['missing', { status: 'ok', database: 'sqlite' }],
    ['superfluous', { ...ok, passwordHash: 'x' }],
  ])('in tests, an answer with a %s field → 500', (_kind, answer) =>
    withHandler(
      () => answer as never,
      async (url) => expect((await fetch(url)).status).toBe(500),
    ),
  )

  test('an answer that matches the contract passes', () =>
    withHandler(
      () => ok,
      async (url) => expect(await (await fetch(url)).json()).toEqual(ok),
    ))

  test('mounting an endpoint twice throws', () => {
    const { limits, states } = server.services
    const mount = createMount(express.Router(), { config: server.config, limits, identify: async () => {}, siteState: states.current })
    mount('GET /healthz', () => ok)
    expect(() => mount('GET /healthz', () => ok)).toThrow('mounted twice')
  })
})

describe('caching', () => {
  test('an answer has an ETag; unchanged → 304', async () => {
    const { me } = await server.signUp()
    const path = `/api/v0/members/${me.uid}`
    const first = await server.client().get(path)
    expect(first.headers.get('cache-control')).toBe('private, no-cache')
    expect(first.headers.get('vary')).toMatch(/Cookie/)
    // Node's fetch adds `Cache-Control: no-cache` to a conditional request, which browsers do not.
    const again = await server
      .client()
      .get(path, { headers: { 'If-None-Match': first.headers.get('etag')!, 'Cache-Control': 'max-age=0' } })
    expect([again.status, again.body]).toEqual([304, ''])
  })

  test('answers with private data, and failures, are no-store', async () => {
    const { client } = await server.signUp()
    expect((await client.get('/api/v0/me')).headers.get('cache-control')).toBe('no-store')
    expect((await server.client().get('/api/v0/me')).headers.get('cache-control')).toBe('no-store')
    expect((await client.post('/logout')).headers.get('cache-control')).toBe('no-store')
  })

  test('long answers are compressed if the client accepts it', async () => {
    const { headers } = await server.client().get('/api/openapi.json', { headers: { 'Accept-Encoding': 'gzip' } })
    expect(headers.get('content-encoding')).toBe('gzip')
  })
})

describe('read-only', () => {
  test('RO1 a read-only server: writes → 503; reading, log-in and log-out work', async () => {
    const readOnly = await startTestServer({ env: { STRAND_READ_ONLY: '1' } })
    try {
      const { accounts } = readOnly.services
      const me = await accounts.signUp({ name: 'Earlier Member', email: 'earlier@example.org', password: 'earlier' })
      const client = readOnly.client()
      expect((await client.post('/api/v1/auth/login', { username: me.uid, password: 'earlier' })).status).toBe(200)
      expect((await client.get('/api/v0/me')).body.uid).toBe(me.uid)
      const refused = await client.post('/api/v0/auth/signup', signUpBody)
      expect([refused.status, refused.body.code, refused.body.message]).toEqual([503, 'read_only', messages.readOnly])
      expect((await client.post('/logout')).status).toBe(200)
    } finally {
      await readOnly.close()
    }
  })
})

describe('static files', () => {
  const clips = () => join(server.config.root, 'server/demo/clips')

  test('clips have their content type and answer range requests', async () => {
    const types: Record<string, string> = {
      m3u8: 'application/vnd.apple.mpegurl',
      mpegts: 'video/mp2t',
      mp4: 'video/mp4',
      webm: 'video/webm',
      mp3: 'audio/mpeg',
      ogg: 'audio/ogg',
    }
    const seen = new Set<string>()
    for (const name of readdirSync(clips())) {
      const extension = name.split('.').at(-1)!
      const expected = types[extension]
      if (expected === undefined) continue
      seen.add(extension)
      const response = await fetch(`${server.url}/clips/${name}`, { headers: { Range: 'bytes=10-19', 'Accept-Encoding': 'gzip' } })
      expect([name, response.status, response.headers.get('content-type')?.split(';')[0]]).toEqual([name, 206, expected])
      expect(response.headers.get('content-range')).toMatch(/^bytes 10-19\/\d+$/)
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
      expect(response.headers.get('content-encoding')).toBeNull()
      expect((await response.arrayBuffer()).byteLength).toBe(10)
    }
    expect(seen.size).toBeGreaterThanOrEqual(4)
  })

  test('a range beyond the end → 416 with the file size', async () => {
    const [name] = readdirSync(clips()).filter((file) => file.endsWith('.mp4'))
    const response = await fetch(`${server.url}/clips/${name}`, { headers: { Range: 'bytes=999999999-' } })
    expect(response.status).toBe(416)
    expect(response.headers.get('content-range')).toMatch(/^bytes \*\/\d+$/)
  })

  test.each([
    '/clips/none.mp4',
    '/clips/',
    '/clips',
    '/images/none.png',
    '/assets/none.js',
    '/clips/..%2f..%2fpackage.json',
    '/clips/%2e%2e/%2e%2e/package.json',
    '/clips/%00',
    '/images/..%5c..%5cpackage.json',
    '/assets/.env',
    '/clips/%',
  ])('%s → 404', async (path) => {
    // fetch would normalise the path.
    const { port } = new URL(server.url)
    const status = await new Promise((resolve) => plainRequest({ port, path }, (response) => resolve(response.resume().statusCode)).end())
    expect(status).toBe(404)
  })
})

test('rate limit key: IPv4 in IPv6 is the IPv4 address; IPv6 addresses count by /64 network', () => {
  expect(addressKey('::ffff:192.0.2.7')).toBe(addressKey('192.0.2.7'))
  expect(addressKey('2001:db8:1:2:3:4:5:6')).toBe(addressKey('2001:db8:1:2::9'))
  expect(addressKey('2001:db8:1:3::9')).not.toBe(addressKey('2001:db8:1:2::9'))
  expect(addressKey(undefined)).toBe(addressKey('nonsense'))
})
