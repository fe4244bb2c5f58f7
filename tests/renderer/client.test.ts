import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  addressOf,
  call,
  configureClient,
  onNetworkError,
  onResponse,
  revalidated,
  sendRequest,
  serverUrl,
  type CallFailure,
} from '#data/client.ts'
import { failureReason } from '#data/failures.ts'
import { setSender } from '#data/track.ts'
import { watchExit } from '#ui/exit.ts'
import { endpoints, type Endpoint } from '#contract/index.ts'

const fetched = vi.fn<typeof fetch>()
beforeEach(() => vi.stubGlobal('fetch', fetched))
afterEach(() => {
  vi.unstubAllGlobals()
  fetched.mockReset()
})

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json; charset=utf-8' } })

describe('AP1 the address of a call', () => {
  it('AP1 path parameters are inserted URL-encoded', () => {
    expect(addressOf('GET /api/v0/posts/:bead/:id', { params: { bead: 'b1', id: 'a/b?' } })).toEqual({
      method: 'GET',
      url: '/api/v0/posts/b1/a%2Fb%3F',
    })
  })
  it('AP1 a missing path parameter → an error that names it', () => {
    expect(() => addressOf('GET /api/v0/beads/:id', {})).toThrow('lacks id')
  })
  it('AP1 undefined query parameters are omitted, the others are sorted', () => {
    const one = addressOf('GET /api/v0/posts', { query: { sort: 'top', bead: 'b1', ts: undefined, from: 0 } })
    const other = addressOf('GET /api/v0/posts', { query: { from: 0, bead: 'b1', sort: 'top' } })
    expect(one.url).toBe('/api/v0/posts?bead=b1&from=0&sort=top')
    expect(other).toEqual(one)
  })
})

describe('AP1 a call', () => {
  it('BY24 the body of an answer that is not JSON is read, without which Chromium retains the request', async () => {
    const answer = new Response('<h1>Bad gateway</h1>', { status: 502, headers: { 'content-type': 'text/html' } })
    fetched.mockResolvedValue(answer)
    await call('GET /api/v0/site', undefined)
    expect(answer.bodyUsed).toBe(true)
  })
  it('AP1 a call with a body sends it as JSON, with the X-Strand-Request header', async () => {
    fetched.mockResolvedValue(json({ uid: 'ada' }))
    const { data } = await call('POST /api/v1/auth/milq', { body: { username: 'ada', password: 'secret' } })
    expect(data).toEqual({ uid: 'ada' })
    const [url, init] = fetched.mock.calls[0] ?? []
    expect(url).toBe('/api/v1/auth/milq')
    expect(init).toMatchObject({ method: 'POST', body: '{"username":"ada","password":"secret"}' })
    expect(init?.headers).toMatchObject({ 'X-Strand-Request': '1', 'Content-Type': 'application/json' })
  })

  it('R14 the listener of responses receives the latest one before it was set, then each further one', async () => {
    const build = (name: string) => new Response('{}', { headers: { 'content-type': 'application/json', 'x-strand-build': name } })
    for (const name of ['one', 'two', 'three']) fetched.mockResolvedValueOnce(build(name))
    await call('GET /api/v0/me', undefined)
    await call('GET /api/v0/me', undefined)
    const builds: (string | null)[] = []
    onResponse(({ headers }) => builds.push(headers.get('x-strand-build')))
    expect(builds).toEqual(['two'])
    await call('GET /api/v0/me', undefined)
    expect(builds).toEqual(['two', 'three'])
    const later: string[] = []
    onResponse(() => later.push('repeated'))
    expect(later).toEqual([])
  })

  it('N3 only endpoints marked `revalidates` are fetched with cache: no-cache; others send a Cache-Control header', async () => {
    fetched.mockImplementation(async () => json({ count: 0 }))
    await call('GET /api/v2/me/feed/status', { query: { minTime: 0 } })
    await call('GET /api/v0/me', undefined)
    const [[, poll], [, normal]] = fetched.mock.calls as [[unknown, RequestInit], [unknown, RequestInit]]
    expect(poll.cache).toBe('no-cache')
    expect(poll.headers).not.toHaveProperty('Cache-Control')
    expect(normal).not.toHaveProperty('cache')
    expect(normal.headers).toHaveProperty('Cache-Control', 'no-cache')
    const expectedKeys = Object.entries<Endpoint>(endpoints)
      .filter(([, { revalidates }]) => revalidates === true)
      .map(([key]) => key)
    expect([...revalidated].toSorted()).toEqual(expectedKeys.toSorted())
  })

  it('U11 a JSON error answer is returned with its message, code and status', async () => {
    fetched.mockResolvedValue(json({ message: 'No', code: 'unauthenticated', invalidSession: true, requestId: 'r1' }, 401))
    const { error } = await call('GET /api/v0/me', undefined)
    expect(error).toEqual({ message: 'No', code: 'unauthenticated', invalidSession: true, requestId: 'r1', status: 401 })
  })

  it('D2 a Retry-After header in seconds is returned as retryAfter; a date or a missing header is not', async () => {
    const refusal = (retryAfter: string | null) =>
      new Response(JSON.stringify({ message: 'Enough', code: 'too_many_requests', requestId: 'r1' }), {
        status: 429,
        headers: { 'content-type': 'application/json', ...(retryAfter !== null && { 'retry-after': retryAfter }) },
      })
    const delays: unknown[] = []
    for (const header of ['1800', null, 'Mon, 23 Nov 2026 01:00:00 GMT']) {
      fetched.mockResolvedValueOnce(refusal(header))
      const { error } = await call('GET /api/v0/me', undefined)
      expect(error?.code).toBe('too_many_requests')
      delays.push(error?.retryAfter)
    }
    expect(delays).toEqual([1800, undefined, undefined])
  })

  it('U11 an HTML error answer → the default message and the request id of its header', async () => {
    fetched.mockResolvedValue(
      new Response('<h1>Bad gateway</h1>', { status: 502, headers: { 'content-type': 'text/html', 'x-request-id': 'r2' } }),
    )
    const { error } = await call('GET /api/v0/me', undefined)
    expect(error).toEqual({ message: 'Uh oh, something went wrong. Please try again.', code: 'internal', requestId: 'r2', status: 502 })
  })

  it('C5 a refusal or a network error gives its message as the reason; an unexpected error gives null', () => {
    const failure = (code: CallFailure['code'], message: string, status: number) => ({ code, message, status, requestId: 'r' })
    expect(failureReason(failure('forbidden', 'Too many playlists', 403))).toBe('Too many playlists')
    expect(failureReason(failure('network', 'No connection', 0))).toBe('No connection')
    expect(failureReason(failure('internal', 'null is not an object', 500))).toBeNull()
    expect(failureReason(failure('unavailable', 'Uh oh, something went wrong. Please try again.', 503))).toBeNull()
    expect(failureReason(new TypeError('x'))).toBeNull()
  })

  it('U11 an HTML page with status 200 in place of JSON → an internal error', async () => {
    fetched.mockResolvedValue(new Response('<html>', { status: 200, headers: { 'content-type': 'text/html' } }))
    expect((await call('GET /api/v0/me', undefined)).error?.code).toBe('internal')
  })

  it('R21 A8 an unexpected failure is reported with its endpoint and status, without the parameters of the address', async () => {
    const reported = vi.fn()
    setSender(reported)
    reported.mockClear()
    fetched.mockImplementation(async () => new Response('', { status: 502 }))
    await call('GET /api/v0/ml/tags/:query/relatedtags', { params: { query: 'what I looked for' }, query: {} })
    fetched.mockRejectedValue(new TypeError('Failed to fetch'))
    await call('GET /api/v0/beads/:id', { params: { id: 'b1' } })
    expect(reported.mock.calls).toEqual([
      ['xhrerror', expect.objectContaining({ call: 'GET /api/v0/ml/tags/:query/relatedtags', status: 502 })],
      ['xhrerror', expect.objectContaining({ call: 'GET /api/v0/beads/:id', status: 0 })],
    ])
    expect(JSON.stringify(reported.mock.calls)).not.toContain('looked for')
  })

  it('U11 a failed connection → a network error with status 0', async () => {
    fetched.mockRejectedValue(new TypeError('Failed to fetch'))
    const { error } = await call('GET /api/v0/me', undefined)
    expect(error).toMatchObject({ code: 'network', status: 0 })
  })

  it('U11 a GET without an answer is retried once; a POST is not', async () => {
    fetched.mockRejectedValueOnce(new TypeError('Failed to fetch')).mockResolvedValueOnce(json({ id: 'b1' }))
    expect((await call('GET /api/v0/beads/:id', { params: { id: 'b1' } })).data).toEqual({ id: 'b1' })
    expect(fetched).toHaveBeenCalledTimes(2)
    fetched.mockReset().mockRejectedValue(new TypeError('Failed to fetch'))
    expect((await call('POST /logout', undefined)).error?.code).toBe('network')
    expect(fetched).toHaveBeenCalledOnce()
  })

  it('U11 an answer with a cut-off body → a network error', async () => {
    const cut = () =>
      new Response(new ReadableStream({ start: (body) => body.error(new TypeError('cut')) }), {
        headers: { 'content-type': 'application/json' },
      })
    fetched.mockImplementation(async () => cut())
    expect((await call('GET /api/v0/me', undefined)).error?.code).toBe('network')
  })

  it('R21 U11 calls that fail while the page unloads are reported and answered only after `pageshow`', async () => {
    const page = new EventTarget()
    watchExit(page as Window)
    const reported = vi.fn()
    const missed = vi.fn()
    setSender(reported)
    reported.mockClear()
    onNetworkError(missed)
    page.dispatchEvent(new Event('beforeunload'))
    fetched.mockRejectedValue(new TypeError('Load failed'))
    const answered: string[] = []
    const calls = [call('GET /api/v0/me', undefined), call('POST /logout', undefined)].map((one, n) =>
      one.then(({ error }) => void answered.push(`${n} ${error?.code}`)),
    )
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect([answered, reported.mock.calls, missed.mock.calls]).toEqual([[], [], []])
    page.dispatchEvent(new Event('pageshow'))
    await Promise.all(calls)
    expect(answered.toSorted()).toEqual(['0 network', '1 network'])
    expect(reported).toHaveBeenCalledTimes(2)
    onNetworkError(() => undefined)
  })

  it('AP1 an aborted call does not throw and returns a network error', async () => {
    const gone = new AbortController()
    gone.abort()
    fetched.mockRejectedValue(new DOMException('Aborted', 'AbortError'))
    expect((await call('GET /api/v0/me', undefined, gone.signal)).error?.code).toBe('network')
  })
})

describe('BY21 the configuration of the client', () => {
  const web = { baseUrl: '', authentication: { kind: 'cookie' } } as const
  const bearer = (token: string | null, baseUrl = 'https://strand.example') =>
    configureClient({ baseUrl, authentication: { kind: 'bearer', token: () => token } })
  afterEach(() => configureClient(web))
  beforeEach(() => void fetched.mockImplementation(async () => json({})))
  const lastRequest = () => fetched.mock.lastCall as [string, RequestInit]

  it('BY21 no configuration → the cookie of the page, the X-Strand-Request header and a relative URL', async () => {
    await call('GET /api/v0/me', undefined)
    expect(lastRequest()).toEqual([
      '/api/v0/me',
      {
        method: 'GET',
        headers: { Accept: 'application/json', 'Cache-Control': 'no-cache', 'X-Strand-Request': '1' },
        credentials: 'same-origin',
        keepalive: false,
      },
    ])
    expect(serverUrl('/healthz')).toBe('/healthz')
  })

  it('BY21 a bearer token → the Authorization header, no cookie, no X-Strand-Request or Cache-Control header', async () => {
    bearer('secret')
    await call('POST /api/v0/posts/:id/play', { params: { id: 'p1' } })
    expect(lastRequest()).toEqual([
      'https://strand.example/api/v0/posts/p1/play',
      {
        method: 'POST',
        headers: { Accept: 'application/json', Authorization: 'Bearer secret' },
        credentials: 'omit',
        cache: 'no-store',
        keepalive: true,
      },
    ])
    await call('GET /api/v2/me/feed/status', { query: { minTime: 0 } })
    expect(lastRequest()[1]).toMatchObject({ cache: 'no-cache', credentials: 'omit' })
    await sendRequest('/api/v1/analytics/play', { method: 'POST', headers: { 'Content-Type': 'application/json' } })
    expect(lastRequest()).toEqual([
      'https://strand.example/api/v1/analytics/play',
      { method: 'POST', headers: { 'Content-Type': 'application/json', Authorization: 'Bearer secret' }, credentials: 'omit' },
    ])
  })

  it('BY21 no token yet → a request without the Authorization header; a token that changes → the new one', async () => {
    let token: string | null = null
    configureClient({ baseUrl: '', authentication: { kind: 'bearer', token: () => token } })
    await call('GET /api/v0/me', undefined)
    expect(lastRequest()[1].headers).toEqual({ Accept: 'application/json' })
    token = 'renewed'
    await call('GET /api/v0/me', undefined)
    expect(lastRequest()).toMatchObject(['/api/v0/me', { headers: { Authorization: 'Bearer renewed' } }])
  })

  it('BY21 a configuration after the first call → applies to the calls that follow', async () => {
    await call('GET /api/v0/me', undefined)
    bearer('secret')
    await call('GET /api/v0/me', undefined)
    configureClient(web)
    await call('GET /api/v0/me', undefined)
    expect(fetched.mock.calls.map(([url, init]) => [url, init?.credentials])).toEqual([
      ['/api/v0/me', 'same-origin'],
      ['https://strand.example/api/v0/me', 'omit'],
      ['/api/v0/me', 'same-origin'],
    ])
  })

  it.each([
    ['https://strand.example', 'https://strand.example/healthz'],
    ['https://strand.example/', 'https://strand.example/healthz'],
    ['http://127.0.0.1:3000/music//', 'http://127.0.0.1:3000/music/healthz'],
    ['https://strand.example/music?a=1#b', 'https://strand.example/music/healthz'],
  ])('BY21 base URL %s → %s', (baseUrl, address) => {
    bearer(null, baseUrl)
    expect(serverUrl('/healthz')).toBe(address)
  })

  it.each(['file:///srv/strand', 'ftp://strand.example', 'app://strand', 'strand.example', '/music', 'javascript:alert(1)'])(
    'BY21 base URL %s → refused, and the configuration stays',
    (baseUrl) => {
      expect(() => bearer(null, baseUrl)).toThrow(TypeError)
      expect(serverUrl('/healthz')).toBe('/healthz')
    },
  )
})
