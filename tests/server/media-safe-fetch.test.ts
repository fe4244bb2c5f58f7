import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { isPublicAddress } from '../../server/features/media/connector.ts'
import { createGate } from '../../server/features/media/gate.ts'
import type { Refusal } from '../../server/features/media/refusal.ts'
import { createSafeFetch, responsePolicies, type SafeFetch, type SafeFetchPolicy } from '../../server/features/media/safe-fetch.ts'

type Answerer = (request: IncomingMessage, response: ServerResponse) => void

let server: Server
let port: number
let answer: Answerer
let requests: IncomingMessage[]
const clients: SafeFetch[] = []

beforeAll(async () => {
  server = createServer((request, response) => {
    requests.push(request)
    answer(request, response)
  })
  // Listens on every address, so that loopback in any notation reaches it.
  await new Promise<void>((resolve) => server.listen(0, '::', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(() => new Promise((resolve) => (server.closeAllConnections(), server.close(resolve))))
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()))
})

const html =
  (text: string): Answerer =>
  (_request, response) =>
    response.setHeader('content-type', 'text/html; charset=utf-8').end(text)

/** Names to addresses. `127.0.0.1` stands for the public network where a test says so; `127.0.0.2` never does. */
function client(changes: Partial<SafeFetchPolicy> = {}, names: Record<string, string[]> = {}): SafeFetch {
  requests = []
  answer = html('<title>SECRET</title>')
  const made = createSafeFetch({ ports: new Set([port, 80, 443]), resolve: async (name) => names[name] ?? ['127.0.0.1'], ...changes })
  clients.push(made)
  return made
}
const outside = (changes: Partial<SafeFetchPolicy> = {}, names: Record<string, string[]> = {}) =>
  client({ allows: (address) => address === '127.0.0.1', ...changes }, names)

const refusalOf = (work: Promise<unknown>): Promise<Refusal> =>
  work.then(
    () => Promise.reject(new Error('it was fetched')),
    (error: Refusal) => error,
  )

describe('AP6 private addresses', () => {
  it.each([
    'localhost',
    '127.0.0.1',
    '[::1]',
    '0.0.0.0',
    '[::]',
    '2130706433',
    '0x7f.1',
    '127.1',
    '0177.0.0.1',
    '[::ffff:127.0.0.1]',
    '[::127.0.0.1]',
    '[::ffff:7f00:1]',
    '127.0.0.1.nip.example',
    'LOCALHOST',
    'localhost.',
  ])('AP6 %s → refused without a connection', async (host) => {
    const refusal = await refusalOf(client().get(`http://${host}:${port}/`, responsePolicies.html))
    expect(refusal.reason).toBe('address')
    expect(requests).toHaveLength(0)
  })

  it.each([
    '10.0.0.1',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '0.1.2.3',
    'fc00::1',
    'fe80::1',
    'fec0::1',
    'ff02::1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001:0:7f00:1::',
    '::',
    '::7f00:1',
    '::ffff:10.0.0.1',
    'x',
    '',
  ])('AP6 %s is not a public address', (address) => expect(isPublicAddress(address)).toBe(false))
  it.each(['93.184.216.34', '8.8.8.8', '2606:2800:220:1:248:1893:25c8:1946', '::ffff:8.8.8.8'])('AP6 %s is a public address', (address) =>
    expect(isPublicAddress(address)).toBe(true),
  )

  it('AP6 a name that resolves to a private address among others → refused', async () => {
    const refusal = await refusalOf(
      outside({}, { 'two.example': ['127.0.0.1', '127.0.0.2'] }).get(`http://two.example:${port}/`, responsePolicies.html),
    )
    expect(refusal.reason).toBe('address')
    expect(requests).toHaveLength(0)
  })

  it('AP6 DNS rebinding: the checked address is connected, without another look-up', async () => {
    let lookUps = 0
    const fetcher = outside({ resolve: async () => (++lookUps === 1 ? ['127.0.0.1'] : ['127.0.0.2']) })
    await fetcher.get(`http://rebinding.example:${port}/`, responsePolicies.html)
    expect(lookUps).toBe(1)
    expect(requests[0]!.headers.host).toBe(`rebinding.example:${port}`)
    // The second request resolves again and is refused: no connection is reused.
    expect((await refusalOf(fetcher.get(`http://rebinding.example:${port}/`, responsePolicies.html))).reason).toBe('address')
    expect(requests).toHaveLength(1)
  })

  it.each([
    'http://127.0.0.2:PORT/',
    'http://inner.example:PORT/',
    '//inner.example:PORT/',
    'http://[::1]:PORT/',
    'http://2130706434:PORT/',
  ])('AP6 a redirect to %s → refused', async (target) => {
    const fetcher = outside({}, { 'inner.example': ['127.0.0.2'] })
    answer = (_request, response) => response.writeHead(302, { location: target.replace('PORT', String(port)) }).end()
    expect((await refusalOf(fetcher.get(`http://outer.example:${port}/`, responsePolicies.html))).reason).toBe('address')
    expect(requests).toHaveLength(1)
  })

  it.each([
    'file:///etc/passwd',
    'ftp://outer.example/',
    'gopher://outer.example:70/',
    'data:text/html,x',
    'http://user:word@outer.example/',
    'http://outer.example:22/',
    'https://outer.example:8443/',
  ])('AP6 %s, by redirect or directly → refused', async (target) => {
    const fetcher = outside()
    answer = (_request, response) => response.writeHead(301, { location: target }).end()
    expect((await refusalOf(fetcher.get(`http://outer.example:${port}/`, responsePolicies.html))).reason).toBe('address')
    expect((await refusalOf(fetcher.get(target, responsePolicies.html))).reason).toBe('address')
    expect(requests).toHaveLength(1)
  })

  it('AP6 a redirect from http to https is checked too', async () => {
    const fetcher = outside({}, { 'inner.example': ['127.0.0.2'] })
    answer = (_request, response) => response.writeHead(308, { location: 'https://inner.example/' }).end()
    expect((await refusalOf(fetcher.get(`http://outer.example:${port}/`, responsePolicies.html))).reason).toBe('address')
  })

  it('AP6 proxy settings of the environment are ignored', async () => {
    const saved = { ...process.env }
    Object.assign(process.env, { HTTP_PROXY: 'http://127.0.0.2:1', http_proxy: 'http://127.0.0.2:1', NODE_USE_ENV_PROXY: '1' })
    try {
      expect((await outside().get(`http://outer.example:${port}/`, responsePolicies.html)).status).toBe(200)
    } finally {
      for (const name of ['HTTP_PROXY', 'http_proxy', 'NODE_USE_ENV_PROXY']) {
        if (saved[name] === undefined) delete process.env[name]
        else process.env[name] = saved[name]
      }
    }
  })
})

describe('AP6 limits of answers', () => {
  const get = (fetcher: SafeFetch, about?: string[]) => fetcher.get(`http://outer.example:${port}/page`, responsePolicies.html, about)

  it('AP6 three redirects are followed, without cookies and referrer', async () => {
    const fetcher = outside()
    answer = (request, response) => {
      const step = Number(/\d+/.exec(request.url!)?.[0] ?? 0)
      if (step < 3) response.writeHead(302, { location: `/${step + 1}`, 'set-cookie': 'a=b' }).end()
      else html('<title>Here</title>')(request, response)
    }
    const page = await get(fetcher)
    expect(page).toMatchObject({ href: `http://outer.example:${port}/3`, status: 200, type: 'text/html', charset: 'utf-8' })
    expect(page.body.toString()).toBe('<title>Here</title>')
    expect(requests.every(({ headers }) => headers.cookie === undefined && headers.referer === undefined)).toBe(true)
    expect(requests[0]!.headers['user-agent']).toContain('StrandBot')
  })

  it('AP6 a fourth redirect → refused', async () => {
    const fetcher = outside()
    answer = (_request, response) => response.writeHead(302, { location: '/again' }).end()
    expect((await refusalOf(get(fetcher))).reason).toBe('redirects')
    expect(requests).toHaveLength(4)
  })

  it.each(['application/octet-stream', 'image/svg+xml', 'text/plain', 'application/zip', ''])(
    'AP6 the content type "%s" → refused',
    async (type) => {
      const fetcher = outside()
      answer = (_request, response) => response.writeHead(200, type ? { 'content-type': type } : {}).end('x')
      expect((await refusalOf(get(fetcher))).reason).toBe('type')
    },
  )

  it('AP6 a video is recognised by its content type without reading the body', async () => {
    const fetcher = outside()
    let cut = false
    answer = (request, response) => {
      response.writeHead(200, { 'content-type': 'video/mp4' })
      request.socket.on('close', () => (cut = true))
      const pour = () =>
        void (!response.destroyed && response.write(Buffer.alloc(65_536)) ? setImmediate(pour) : response.once('drain', pour))
      pour()
    }
    const film = await get(fetcher, ['video/'])
    expect(film.type).toBe('video/mp4')
    expect(film.body).toHaveLength(0)
    await expect.poll(() => cut).toBe(true)
  })

  it('AP6 an answer with a too large Content-Length or body → refused', async () => {
    const fetcher = outside()
    answer = (_request, response) => response.setHeader('content-type', 'text/html').end(Buffer.alloc(responsePolicies.html.bytes + 1, 'x'))
    expect((await refusalOf(get(fetcher))).reason).toBe('size')
    answer = (_request, response) => {
      response.setHeader('content-type', 'text/html')
      const pour = () =>
        void (!response.destroyed && response.write('x'.repeat(65_536)) ? setImmediate(pour) : response.once('drain', pour))
      pour()
    }
    expect((await refusalOf(get(fetcher))).reason).toBe('size')
  })

  it('AP6 a compressed answer that decompresses beyond the limit → refused', async () => {
    const fetcher = outside()
    const bomb = gzipSync(Buffer.alloc(50_000_000))
    expect(bomb.length).toBeLessThan(60_000)
    answer = (_request, response) => response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' }).end(bomb)
    const before = process.memoryUsage().rss
    expect((await refusalOf(get(fetcher))).reason).toBe('size')
    expect(process.memoryUsage().rss - before).toBeLessThan(40_000_000)
  })

  it('AP6 gzip is decoded; unknown encodings and broken data → refused', async () => {
    const fetcher = outside()
    const send =
      (encoding: string, body: Buffer): Answerer =>
      (_request, response) =>
        response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': encoding }).end(body)
    answer = send('gzip', gzipSync('<title>Zipped</title>'))
    expect((await get(fetcher)).body.toString()).toBe('<title>Zipped</title>')
    answer = send('zstd', Buffer.from('x'))
    expect((await refusalOf(get(fetcher))).reason).toBe('encoding')
    answer = send('gzip', Buffer.from('no gzip at all'))
    expect((await refusalOf(get(fetcher))).reason).toBe('encoding')
  })

  it.each([404, 401, 500, 504])('AP6 status %d → refused', async (status) => {
    const fetcher = outside()
    answer = (_request, response) => response.writeHead(status, { 'content-type': 'text/html' }).end('x')
    expect(await refusalOf(get(fetcher))).toMatchObject({ reason: 'status', status })
  })

  it('AP6 a slow answer → timeout, before and after the headers', async () => {
    for (const late of [false, true]) {
      const fetcher = outside({ totalMs: 300 })
      let drip: NodeJS.Timeout
      answer = (request, response) => {
        if (late) response.writeHead(200, { 'content-type': 'text/html' })
        drip = setInterval(() => late && response.write('x'), 20)
        request.socket.on('close', () => clearInterval(drip))
      }
      const startedAt = Date.now()
      expect((await refusalOf(get(fetcher))).reason).toBe('timeout')
      expect(Date.now() - startedAt).toBeLessThan(1500)
    }
  })

  it('AP6 a hanging DNS look-up → timeout; an unknown name → network failure', async () => {
    const hanging = outside({ connectMs: 100, resolve: () => new Promise(() => {}) })
    expect((await refusalOf(get(hanging))).reason).toBe('timeout')
    const unknown = outside({ resolve: async () => Promise.reject(new Error('ENOTFOUND')) })
    expect((await refusalOf(get(unknown))).reason).toBe('network')
    expect((await refusalOf(get(outside({ resolve: async () => [] })))).reason).toBe('network')
  })
})

describe('AP6 concurrency limits', () => {
  it('AP6 the third request to one host waits', async () => {
    const fetcher = outside({ perHost: 2 })
    const open: ServerResponse[] = []
    answer = (_request, response) => void open.push(response)
    const all = ['a', 'b', 'c'].map((path) => fetcher.get(`http://outer.example:${port}/${path}`, responsePolicies.html))
    const other = fetcher.get(`http://other.example:${port}/`, responsePolicies.html)
    await expect.poll(() => open.length).toBe(3)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(open).toHaveLength(3)
    for (const response of open.splice(0)) response.setHeader('content-type', 'text/html').end('x')
    await expect.poll(() => open.length).toBe(1)
    open[0]!.setHeader('content-type', 'text/html').end('x')
    await Promise.all([...all, other])
  })

  it('AP6 an aborted waiter gives its place to the next one', async () => {
    const gate = createGate(1, 1)
    const leave = await gate.enter('a', new AbortController().signal)
    const impatient = new AbortController()
    const first = gate.enter('a', impatient.signal)
    const second = gate.enter('b', new AbortController().signal)
    impatient.abort(new Error('gone'))
    await expect(first).rejects.toThrow('gone')
    leave()
    ;(await second)()
    ;(await gate.enter('a', new AbortController().signal))()
  })
})
