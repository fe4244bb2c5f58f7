/** Attacks on every endpoint of the contract: forged requests, markup in error messages, request smuggling, slow requests, timing. */
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints, type Endpoint, type EndpointKey } from '#contract/index.ts'
import { median } from '../bench/figures.ts'
import { startTestServer, type Client, type TestServer } from '../support/server.ts'

let server: TestServer
let member: Client
beforeAll(async () => {
  server = await startTestServer()
  member = (await server.signUp()).client
})
afterAll(() => server.close())

const rows = Object.entries(endpoints) as [EndpointKey, Endpoint][]
const split = (key: string): [verb: string, path: string] => key.split(' ') as [string, string]
const fill = (path: string, value: string): string => path.replace(/:\w+/g, encodeURIComponent(value))
const changing = rows.filter(([key, endpoint]) => !key.startsWith('GET ') || endpoint.changes === true)

describe('BY7 a request forged by another site', () => {
  const forgeries: Record<string, string | null>[] = [
    { 'X-Strand-Request': null },
    { Origin: 'https://evil.example' },
    { Origin: 'null' },
    { Origin: null },
    { Origin: null, Referer: 'https://evil.example/' },
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
  ]

  test.each(changing.filter(([, { anyOrigin }]) => anyOrigin !== true))(
    '%s refuses forged requests before any other check',
    async (key, { body }) => {
      const [verb, path] = split(key)
      for (const headers of forgeries) {
        const { status, body: failure } = await member.request(verb, fill(path, 'x'), body && {}, { headers })
        expect([headers, status, failure.code]).toEqual([headers, 403, 'foreign_origin'])
      }
    },
  )

  test('only endpoints without a session accept any origin', () => {
    for (const [key, { anyOrigin, auth }] of rows) if (anyOrigin) expect([key, auth]).toEqual([key, 'none'])
  })

  test('every GET that changes data is marked as changing', () => {
    for (const [key] of rows)
      if (/\/(follow|collect|upvote|delete|publish|play|flag|logout|autoshare|updatesharecount)(\/|$)/.test(key))
        expect(changing.map(([one]) => one)).toContain(key)
  })
})

describe('BY7 markup in a request', () => {
  const payload = '"><img src=x onerror=alert(1)><script>alert(2)</script>'
  const raw = /<img src=x|<script>alert\(2\)/

  test.each(rows)('%s returns no executable markup', async (key, { body, produces }) => {
    const [verb, path] = split(key)
    const query = new URLSearchParams(
      Object.fromEntries(['q', 'url', 'ids', 'sort', 'from', 'reason', 'uid', 'format', payload].map((name) => [name, payload])),
    )
    const { headers, body: answer } = await member.request(
      verb,
      `${fill(path, payload)}?${query}`,
      body && { [payload]: payload, title: payload, text: payload, name: payload },
      {
        headers: { Accept: 'text/html' },
      },
    )
    const type = headers.get('content-type') ?? ''
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    if (produces === undefined || !type.startsWith(produces)) expect(type).toMatch(/^(application\/json|text\/plain)\b/)
    else if (/html|xml|svg/.test(type)) expect(String(answer)).not.toMatch(raw)
  })

  test.each(['/', '/p/', '/tag/', '/search/', '/no/such/'])('the page %s… escapes markup of its URL', async (prefix) => {
    const response = await fetch(`${server.url}${prefix}${encodeURIComponent(payload)}?q=${encodeURIComponent(payload)}`, {
      headers: { Accept: 'text/html' },
    })
    expect(await response.text()).not.toMatch(raw)
  })
})

/** The server's answer to raw bytes, until it closes the connection or sends nothing for `silence` ms. */
function send(bytes: string, silence = 300): Promise<string> {
  return new Promise((resolve) => {
    const { hostname, port } = new URL(server.url)
    const socket = connect(Number(port), hostname, () => socket.write(bytes))
    let answer = ''
    socket.setTimeout(silence, () => socket.destroy())
    socket
      .on('data', (chunk) => (answer += chunk.toString('latin1')))
      .on('error', () => undefined)
      .on('close', () => resolve(answer))
  })
}
const statuses = (answer: string): number[] => [...answer.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status))

describe('BY7 request smuggling', () => {
  const smuggled = 'GET /api/v0/me HTTP/1.1\r\nHost: x\r\n\r\n'
  const post = (headers: string, body: string) =>
    `POST /api/v1/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${headers}\r\n${body}`

  test.each([
    ['two Content-Length headers', post('Content-Length: 2\r\nContent-Length: 40\r\n', `{}${smuggled}`)],
    ['Content-Length and chunked encoding', post('Content-Length: 5\r\nTransfer-Encoding: chunked\r\n', `0\r\n\r\n${smuggled}`)],
    ['an unknown transfer encoding', post('Transfer-Encoding: xchunked\r\n', `0\r\n\r\n${smuggled}`)],
    ['chunked encoding that is not last', post('Transfer-Encoding: chunked, identity\r\n', `0\r\n\r\n${smuggled}`)],
    ['a space before the colon', post('Content-Length : 5\r\n', `{}   ${smuggled}`)],
    ['a folded header', post('Content-Length:\r\n 2\r\n', `{}${smuggled}`)],
    ['a signed length', post('Content-Length: +2\r\n', `{}${smuggled}`)],
    ['an invalid chunk size', post('Transfer-Encoding: chunked\r\n', `-1\r\n\r\n${smuggled}`)],
    ['a NUL in a header', post('X: a\0b\r\nContent-Length: 2\r\n', '{}')],
    ['a header without a name', post(': x\r\nContent-Length: 2\r\n', '{}')],
    ['bare line feeds', `POST /api/v1/auth/login HTTP/1.1\nHost: x\nContent-Length: 2\n\n{}${smuggled}`],
  ])('a request with %s → 400, and the rest of the connection is ignored', async (_name, bytes) => {
    expect(statuses(await send(bytes))).toEqual([400])
  })

  test('encoded line breaks in a request header add no header to the answer', async () => {
    const answer = await send(
      'GET /api/v0/none HTTP/1.1\r\nHost: x\r\nX-Request-Id: aaaaaaaa%0d%0aSet-Cookie:a=b\r\nConnection: close\r\n\r\n',
    )
    expect(answer).not.toMatch(/^set-cookie/im)
    expect(statuses(answer)).toEqual([404])
  })

  test('overlong headers and URLs → 431', async () => {
    expect(statuses(await send(`GET /healthz HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(40_000)}\r\n\r\n`))).toEqual([431])
    expect(statuses(await send(`GET /${'x'.repeat(40_000)} HTTP/1.1\r\nHost: x\r\n\r\n`))).toEqual([431])
    expect(
      statuses(
        await send(`GET /healthz HTTP/1.1\r\nHost: x\r\n${Array.from({ length: 3000 }, (_, n) => `X-${n}: x\r\n`).join('')}\r\n`),
      )[0],
    ).toBeGreaterThanOrEqual(400)
  })
})

test.each(rows.filter(([, { body }]) => body !== undefined))('AP10 %s refuses a malformed body or another content type', async (key) => {
  const [verb, path] = split(key)
  const address = fill(path, 'x')
  for (const [raw, type, accepted] of [
    ['{', 'application/json', [400]],
    ['[1]', 'application/json', [400]],
    ['"x"', 'application/json', [400]],
    ['{"a":1', 'application/json', [400]],
    ['a=b', 'application/x-www-form-urlencoded', [415]],
    ['<a/>', 'application/xml', [415]],
    ['{}', 'text/plain', [415]],
  ] as const) {
    // A missing privilege is reported first.
    const { status } = await member.request(verb, address, undefined, { raw, headers: { 'Content-Type': type } })
    expect([key, raw, [...accepted, 400, 401, 403]]).toEqual([key, raw, expect.arrayContaining([status])])
    expect(status).not.toBe(200)
  }
})

test('BY7 200 clients that never finish their request do not delay others', async () => {
  const { hostname, port } = new URL(server.url)
  const stalled = Array.from({ length: 200 }, (_, n) => {
    const socket = connect(Number(port), hostname, () =>
      socket.write(
        n % 2 === 0
          ? 'GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: '
          : 'POST /api/v1/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
      ),
    )
    socket.on('error', () => undefined)
    return socket
  })
  try {
    const times: number[] = []
    for (let n = 0; n < 20; n += 1) {
      const startedAt = performance.now()
      expect((await server.client().get('/healthz')).status).toBe(200)
      times.push(performance.now() - startedAt)
    }
    expect(median(times)).toBeLessThan(500)
  } finally {
    for (const socket of stalled) socket.destroy()
  }
})

test('BY7 the duration of a log-in does not reveal whether an account exists', async () => {
  const { me } = await server.signUp()
  const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
  for (let n = 0; n < 15; n += 1)
    for (const [kind, username] of [
      ['known', me.uid],
      ['unknown', `nobody.${n}`],
    ] as const) {
      const startedAt = performance.now()
      expect((await server.client().post('/api/v1/auth/login', { username, password: 'a wrong one' })).status).toBe(403)
      times[kind].push(performance.now() - startedAt)
    }
  // Hashing takes about ten times as long as the rest: without it the ratio would be far below 0.5.
  const ratio = median(times.unknown) / median(times.known)
  expect(ratio).toBeGreaterThan(0.5)
  expect(ratio).toBeLessThan(2)
}, 60_000)
