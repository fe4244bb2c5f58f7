/** Attacks on the endpoints that make the server send requests. All requests are sent by the safe client (safe-fetch.ts). */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { pageImages } from '../../server/features/media/page-images.ts'
import { createSafeFetch } from '../../server/features/media/safe-fetch.ts'
import { startBead } from '../support/content.ts'
import { expectShortTurns } from '../support/event-loop.ts'
import { startTestServer, type Client, type TestServer } from '../support/server.ts'

let victim: Server
let port: number
let requests: { path: string; at: string }[]
let answer: (request: IncomingMessage, response: ServerResponse) => void
let server: TestServer
let ada: Client
let bead: string
let count = 0

const secret = '<title>SECRET</title><meta property="og:image" content="https://secret.example/secret.jpg"><img src="secret.jpg">'

beforeAll(async () => {
  victim = createServer((request, response) => {
    requests.push({ path: request.url!, at: request.socket.localAddress! })
    answer(request, response)
  })
  // Listens on every address, so that a private address in any notation reaches it.
  await new Promise<void>((resolve) => victim.listen(0, '::', resolve))
  port = (victim.address() as AddressInfo).port
  const names: Record<string, string[]> = {
    'inner.example': ['127.0.0.2'],
    'mixed.example': ['127.0.0.1', '127.0.0.2'],
    localhost: ['127.0.0.2'],
  }
  let turns = 0
  const fetcher = createSafeFetch({
    ports: new Set([port, 80, 443]),
    totalMs: 400,
    connectMs: 200,
    // 127.0.0.1 stands for the public network; all other addresses are private.
    allows: (address) => address === '127.0.0.1' || address === '::ffff:127.0.0.1',
    resolve: async (name) =>
      name === 'rebinding.example' ? [(turns += 1) % 2 === 1 ? '127.0.0.1' : '127.0.0.2'] : (names[name] ?? ['127.0.0.1']),
  })
  server = await startTestServer({ fetcher })
  ada = (await server.signUp('Ada')).client
  bead = (await startBead(ada)).id
})
afterAll(async () => {
  await server.close()
  victim.closeAllConnections()
  await new Promise((resolve) => victim.close(resolve))
})
beforeEach(() => {
  requests = []
  answer = (_request, response) => response.setHeader('content-type', 'text/html').end(secret)
})

/** Every endpoint that takes a URL. Each URL has another path, so that no answer comes from a cache. */
const calls: Record<string, (url: string) => Promise<{ status: number; body: unknown }>> = {
  detect: (url) => ada.post('/api/v0/media/detect', { media: { href: url } }),
  inlineEmbed: (url) => ada.post('/api/v0/media/inlineEmbed', { url }),
  unsupportedInlineEmbed: (url) => ada.post('/api/v0/media/unsupportedInlineEmbed', { urls: [url] }),
  qmedia: (url) => ada.get(`/api/v0/media/info/qmedia?url=${encodeURIComponent(url)}`),
  metaimages: (url) => ada.get(`/api/v0/webfetch/metaimages?url=${encodeURIComponent(url)}`),
  import: (url) => ada.post(`/api/v0/beads/${bead}/import`, { content: `#EXTM3U\n${url}\n` }),
}
const each = Object.entries(calls)

describe('AP6 BY11 private addresses are unreachable from every endpoint', () => {
  it.each(each)('AP6 %s refuses private addresses in every notation', async (_name, call) => {
    const hosts = [
      'localhost',
      '127.0.0.2',
      '[::1]',
      '0.0.0.0',
      '[::]',
      '2130706434',
      '0x7f.2',
      '127.2',
      '0177.0.0.2',
      '[::ffff:127.0.0.2]',
      '[::127.0.0.2]',
      '[::ffff:7f00:2]',
      'inner.example',
      'mixed.example',
      'LOCALHOST',
      '169.254.169.254',
      '10.0.0.1',
      '[fd00::1]',
      '[fe80::1]',
      '[64:ff9b::7f00:2]',
    ]
    for (const host of hosts) {
      const { status, body } = await call(`http://${host}:${port}/${(count += 1)}`)
      expect([host, [200, 400, 404].includes(status)]).toEqual([host, true])
      expect(JSON.stringify(body)).not.toContain('SECRET')
      expect(JSON.stringify(body)).not.toContain('secret')
    }
    expect(requests).toEqual([])
  })

  it.each(each)('AP6 %s follows no redirect to a private address', async (_name, call) => {
    for (const target of [
      'http://127.0.0.2:PORT/',
      'http://inner.example:PORT/',
      '//[::1]:PORT/',
      'http://2130706434:PORT/',
      'file:///etc/passwd',
      'gopher://outer.example:PORT/',
      'http://a:b@outer.example:PORT/',
    ]) {
      answer = (request, response) =>
        request.url!.startsWith('/hop')
          ? response.writeHead(302, { location: target.replace('PORT', String(port)) }).end()
          : response.setHeader('content-type', 'text/html').end(secret)
      const { body } = await call(`http://outer.example:${port}/hop${(count += 1)}`)
      expect(JSON.stringify(body).toLowerCase()).not.toContain('secret')
    }
    expect(requests.every(({ path, at }) => path.startsWith('/hop') && at.endsWith('127.0.0.1'))).toBe(true)
    expect(requests.length).toBeGreaterThan(0)
  })

  it.each(each)('AP6 %s does not connect to a rebound DNS name', async (_name, call) => {
    answer = (request, response) =>
      request.url!.startsWith('/first')
        ? response.writeHead(302, { location: `http://rebinding.example:${port}/second` }).end()
        : response.setHeader('content-type', 'text/html').end(secret)
    for (let time = 0; time < 4; time++) await call(`http://rebinding.example:${port}/first${(count += 1)}`)
    expect(requests.every(({ at }) => at.endsWith('127.0.0.1'))).toBe(true)
  })

  it.each(each)('AP6 %s accepts only http and https on the default ports', async (_name, call) => {
    for (const url of [
      'file:///etc/passwd',
      'ftp://outer.example/a',
      'data:text/html,x',
      'javascript:alert(1)',
      'http://a:b@outer.example/',
      'http://outer.example:22/x',
      `https://outer.example:${port + 1}/`,
    ]) {
      const { status, body } = await call(url)
      expect(status).toBeLessThan(500)
      expect(JSON.stringify(body)).not.toContain('root:')
    }
    expect(requests).toEqual([])
  })
})

describe('AP6 hostile answers', () => {
  it.each(each)('AP6 %s: slow, endless and compressed answers end at the limits', async (_name, call) => {
    const drip: typeof answer = (request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' })
      const timer = setInterval(() => response.write('x'), 20)
      request.socket.on('close', () => clearInterval(timer))
    }
    const silent: typeof answer = () => undefined
    const bomb = gzipSync(Buffer.alloc(50_000_000, 'x'))
    const bombed: typeof answer = (_request, response) =>
      response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' }).end(bomb)
    const endless: typeof answer = (_request, response) => {
      response.setHeader('content-type', 'text/html')
      const pour = () =>
        void (!response.destroyed && response.write('x'.repeat(65_536)) ? setImmediate(pour) : response.once('drain', pour))
      pour()
    }
    const before = process.memoryUsage().rss
    for (const way of [drip, silent, bombed, endless]) {
      answer = way
      const startedAt = Date.now()
      expect((await call(`http://outer.example:${port}/slow${(count += 1)}`)).status).toBeLessThan(500)
      expect(Date.now() - startedAt).toBeLessThan(3000)
    }
    expect(process.memoryUsage().rss - before).toBeLessThan(80_000_000)
  })

  const slowPages = [
    '<b>'.repeat(333_333),
    '<img src=a>'.repeat(90_000),
    '</p>'.repeat(250_000),
    '<img '.repeat(200_000),
    `<img srcset="${'a 1w,'.repeat(190_000)}">`,
    '<'.repeat(1_000_000),
    '<!--'.repeat(250_000),
    '<script>'.repeat(125_000),
    '&amp'.repeat(250_000),
  ]

  it.each(slowPages.map((page) => [page.slice(0, 16), page] as const))(
    'D5 a megabyte of %s never blocks the event loop for 50 ms',
    async (_name, page) => {
      await expectShortTurns(async () => expect((await pageImages(page, 'https://a.example/')).images.length).toBeLessThanOrEqual(30))
    },
  )

  it('D5 too many nested elements: the pictures before them are found', async () => {
    const { images } = await pageImages(`<img src="a.jpg">${'<b>'.repeat(100_000)}<img src="b.jpg">`, 'https://a.example/')
    expect(images).toEqual(['https://a.example/a.jpg'])
  })

  it.each(each)('AP6 %s: path traversal in own URLs reads no file', async (_name, call) => {
    for (const path of [
      '/clips/../../../etc/passwd',
      '/clips/%2e%2e/%2e%2e/package.json',
      '/clips/..%2f..%2fpackage.json',
      '/images/....//....//package.json',
      '/clips/\u0000.mp4',
    ]) {
      const { status, body } = await call(server.url + path)
      expect(status).toBeLessThan(500)
      expect(JSON.stringify(body)).not.toMatch(/root:|"dependencies"|better-sqlite3/)
    }
  })
})
