/** nginx and Caddy with the configurations of deploy/, in front of the built server. A proxy that is not installed is skipped. */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, request as httpRequest, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { connect as connectHttp2 } from 'node:http2'
import { request as httpsRequest } from 'node:https'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { limits } from '#contract/limits.ts'
import { messages } from '#contract/messages.ts'
import { findDeploymentProgram } from '../../build/lib/deployment.mjs'
import { freePort } from '../../build/lib/port.mjs'
import { ready, root, startProduction, type Started } from '../support/built-server.ts'
import { Client } from '../support/client.ts'
import { closeSockets, connectDevice, upgradeStatus } from '../support/connect-device.ts'
import { proxyNames, startReverseProxy, type ProxyName, type ReverseProxy } from '../support/reverse-proxy.ts'

// The certificate is that of a test. Each file has a process of its own.
process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'

interface Answer {
  status: number
  headers: IncomingMessage['headers']
  body: string
}

/** A request from another address of the loopback. */
async function requestFrom(localAddress: string, url: string, headers: Record<string, string> = {}): Promise<Answer> {
  const request = httpsRequest(url, { localAddress, headers, agent: false }).end()
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  return { status: response.statusCode!, headers: response.headers, body: await text(response) }
}

const missing = (name: ProxyName) => (findDeploymentProgram(name) === undefined ? ` (skipped: ${name} is not installed)` : '')

// One server for both: its public address is that of the proxy, so they have the same port, one after the other.
let folder: string
let server: Started
let port: number
let serverPort: number

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'strand-proxied-'))
  port = await freePort()
  serverPort = await freePort()
  server = startProduction({
    STRAND_DATA_DIR: folder,
    PORT: String(serverPort),
    PUBLIC_URL: `https://127.0.0.1:${port}`,
    TRUST_PROXY: 'loopback',
    LOG_LEVEL: 'info',
  })
  await ready(server)
})
afterAll(async () => {
  server.process.kill('SIGTERM')
  await server.ended
  rmSync(folder, { recursive: true, force: true })
})

describe.each(proxyNames)('%s', (name) => {
  describe.skipIf(missing(name) !== '')(`in front of the server${missing(name)}`, () => {
    let proxy: ReverseProxy
    let member: Client

    beforeAll(async () => {
      proxy = await startReverseProxy(name, { port, servers: [serverPort] })
      member = new Client(proxy.origin)
    })
    afterAll(async () => {
      await closeSockets()
      await proxy.stop()
    })

    it('BY27 pages and scripts, over HTTP/2 and with HSTS', async () => {
      const session = connectHttp2(proxy.origin, { rejectUnauthorized: false })
      const get = async (path: string) => {
        const stream = session.request({ ':path': path, accept: 'text/html', 'accept-encoding': 'br' })
        const [headers] = (await once(stream, 'response')) as [Record<string, string>]
        return { headers, body: await stream.toArray().then((chunks) => Buffer.concat(chunks as Buffer[])) }
      }
      const page = await fetch(`${proxy.origin}/discover`, { headers: { Accept: 'text/html' } })
      const [, script = ''] = /<script[^>]* src="([^"]+)"/.exec(await page.text()) ?? []
      expect((await get('/discover')).headers).toMatchObject({
        ':status': 200,
        'strict-transport-security': 'max-age=31536000',
        'content-encoding': 'br',
      })
      const { headers, body } = await get(script)
      expect(headers).toMatchObject({ ':status': 200, 'content-encoding': 'br', 'cache-control': 'public, max-age=31536000, immutable' })
      expect(body.length).toBe(Number(headers['content-length']))
      session.close()
    })

    it('BY27 log-in sets a Secure cookie of this host, which signs later requests in', async () => {
      const account = { name: 'Ada', email: `${name}@example.org`, password: 'correct horse' }
      await new Client(proxy.origin).post('/api/v0/auth/signup', account)
      const { status, headers } = await member.post('/api/v1/auth/milq', { username: account.email, password: account.password })
      expect(status).toBe(200)
      expect(headers.get('set-cookie')).toMatch(/^__Host-strand_session=.*; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
      expect((await member.get('/api/v0/me')).body).toMatchObject({ name: 'Ada' })
    })

    it('BY27 the server knows the address of the client, not the one that the client claims', async () => {
      const headers = { 'X-Forwarded-For': '203.0.113.9', 'X-Forwarded-Host': 'evil.example', 'X-Request-Id': 'chosen-by-the-client' }
      const answer = await requestFrom('127.0.0.7', `${proxy.origin}/api/v0/beads?limit=1`, headers)
      expect(answer.status).toBe(200)
      const id = answer.headers['x-request-id']
      expect(id).toMatch(/^[\da-f-]{32,36}$/)
      const line = () =>
        server
          .output()
          .split('\n')
          .find((one) => one.includes(`"requestId":"${String(id)}"`))
      await expect.poll(line).toBeDefined()
      expect(JSON.parse(line()!)).toMatchObject({ address: '127.0.0.7', status: 200 })
      if (name === 'nginx') expect(proxy.accessLog()).toContainEqual(expect.objectContaining({ id, address: '127.0.0.7' }))
    })

    it('BY27 the access log contains no queries and no cookies', async () => {
      await member.get('/api/v2/search?q=secret-of-the-query')
      await expect.poll(() => JSON.stringify(proxy.accessLog())).toContain('/api/v2/search')
      const log = JSON.stringify(proxy.accessLog())
      expect(log).not.toContain('secret-of-the-query')
      expect(member.cookies.size).toBeGreaterThan(0)
      for (const value of member.cookies.values()) expect(log).not.toContain(value)
    })

    it('BY27 two devices of a member control each other by WebSocket; a visitor is refused by the server', async () => {
      const television = await connectDevice(proxy.origin, member, { kind: 'tv' })
      const page = await connectDevice(proxy.origin, member)
      await page.listed((devices) => devices.length === 2)
      page.send({ type: 'send', to: television.id, body: '{"play":true}' })
      expect(await television.message()).toMatchObject({ from: page.id, body: '{"play":true}' })
      expect(await upgradeStatus(proxy.origin, { origin: 'https://evil.example' })).toBe(403)
    })

    it('BY27 an export is a stream that nginx is not to buffer', async () => {
      const exported = await new Client(`http://127.0.0.1:${serverPort}`, proxy.origin).get('/api/v0/me/export', {
        headers: { Cookie: [...member.cookies].map(([key, value]) => `${key}=${value}`).join('; ') },
      })
      expect([exported.status, exported.headers.get('x-accel-buffering')]).toEqual([200, 'no'])
      expect((await member.get('/api/v0/me/export')).status).toBe(200)
    })

    /** A valid request of this many bytes. */
    const preview = (bytes: number) => {
      const body = JSON.stringify({ content: '#EXTM3U\nhttps://www.youtube.com/watch?v=dQw4w9WgXcQ\n' })
      return `${body.slice(0, -1)}${' '.repeat(bytes - body.length)}}`
    }
    const upload = (raw: BodyInit, headers = {}) =>
      member.request('POST', '/api/v0/beads/import/preview', undefined, {
        raw,
        headers: { 'Content-Type': 'application/json', ...headers },
      })

    it('BY27 the largest body that the server accepts passes; one byte more is 413, in the form of the server’s errors', async () => {
      const accepted = await upload(preview(limits.import.bytes))
      expect([accepted.status, accepted.body.total]).toEqual([200, 1])
      const refused = await upload(preview(limits.import.bytes + 1))
      expect(refused.status).toBe(413)
      expect(refused.body).toMatchObject({ code: 'too_large', message: expect.stringMatching(/too large/) as string })
      expect([messages.tooLarge, messages.importTooLarge]).toContain(refused.body.message)
    })

    it('BY27 a part of a clip by its range', async () => {
      const clip = readFileSync(`${root}server/demo/clips/dusk-over-nothing.mp4`)
      const response = await fetch(`${proxy.origin}/clips/dusk-over-nothing.mp4`, { headers: { Range: 'bytes=1000-1999' } })
      expect(response.status).toBe(206)
      expect(response.headers.get('content-range')).toBe(`bytes 1000-1999/${clip.length}`)
      expect(Buffer.from(await response.arrayBuffer()).equals(clip.subarray(1000, 2000))).toBe(true)
    })

    it.runIf(name === 'nginx')('BY27 plain HTTP is redirected to HTTPS with path and query', async () => {
      const request = httpRequest({ port: proxy.httpPort, host: '127.0.0.1', path: '/search?q=a%20b' }).end()
      const [response] = (await once(request, 'response')) as [IncomingMessage]
      response.resume()
      expect([response.statusCode, response.headers.location]).toEqual([308, 'https://127.0.0.1/search?q=a%20b'])
    })
  })

  describe.skipIf(missing(name) !== '')(`in front of a stub${missing(name)}`, () => {
    let proxy: ReverseProxy
    let stub: Server
    let requested: string[]
    let answer: (request: IncomingMessage, response: ServerResponse) => void

    beforeAll(async () => {
      stub = createServer((request, response) => {
        requested.push(request.url!)
        if (request.url === '/readyz') response.end('{}')
        else answer(request, response)
      }).listen(0, '127.0.0.1')
      requested = []
      answer = (_request, response) => response.end()
      await once(stub, 'listening')
      proxy = await startReverseProxy(name, {
        port: await freePort(),
        servers: [(stub.address() as AddressInfo).port],
        // A request is refused at once where no server answers.
        replace: name === 'caddy' ? [['lb_try_duration 15s', 'lb_try_duration 500ms']] : [],
      })
    })
    afterAll(async () => {
      await proxy.stop()
      stub.closeAllConnections()
      stub.close()
    })

    it('BY27 a stream arrives as it is written', async () => {
      const written: ServerResponse[] = []
      answer = (_request, response) => {
        response.setHeader('X-Accel-Buffering', 'no')
        response.write('first')
        written.push(response)
      }
      const { body } = await fetch(`${proxy.origin}/export`)
      const reader = body!.pipeThrough(new TextDecoderStream()).getReader()
      expect((await reader.read()).value).toBe('first')
      written[0]!.end('second')
      expect((await reader.read()).value).toBe('second')
      expect((await reader.read()).done).toBe(true)
    })

    it('BY27 metrics are not public', async () => {
      answer = (_request, response) => response.end('secret')
      for (const path of ['/metrics', '/metrics/', '/%6detrics', '//metrics']) {
        const response = await fetch(proxy.origin + path)
        expect([path, response.status, await response.text()]).toEqual([path, 404, expect.not.stringContaining('secret')])
      }
    })

    it('BY27 no server answers → 503 in the form of the server’s errors', async () => {
      stub.closeAllConnections()
      stub.close()
      const answerFor = (accept: string) => fetch(`${proxy.origin}/discover`, { headers: { Accept: accept } })
      const page = await answerFor('text/html,*/*')
      expect([page.status, page.headers.get('retry-after'), await page.text()]).toEqual([503, '5', messages.serverError])
      const response = await answerFor('*/*')
      expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
      expect(await response.json()).toMatchObject({ code: 'unavailable', message: messages.serverError })
    })
  })

  describe.skipIf(missing(name) !== '')(`in front of two stubs${missing(name)}`, () => {
    let proxy: ReverseProxy
    let stubs: Server[]
    const pictures = ['/people/square/a.jpg', '/beads/small/b1.jpg', '/posts/p1.jpg']
    const searches = ['/api/v2/search?q=a', '/api/v0/ml/tags/jazz/curators', '/search/posts?q=a', '/search', '/tag/jazz']
    const received: string[] = []
    const portOf = (stub: Server) => (stub.address() as AddressInfo).port

    beforeAll(async () => {
      // The first one is starting: it answers 503, and is ready only in the eyes of a proxy that has not looked for a while.
      stubs = [503, 200].map((status, index) =>
        createServer((request, response) => {
          if (request.url === '/readyz') return response.end('{}')
          received.push(`${index} ${request.method} ${request.url}`)
          // As while the object storage and the search index are away.
          const isUnavailable = [...pictures, ...searches].includes(request.url!)
          request.resume().on('end', () => response.writeHead(isUnavailable ? 503 : status).end(String(index)))
          return undefined
        }).listen(0, '127.0.0.1'),
      )
      await Promise.all(stubs.map((stub) => once(stub, 'listening')))
      proxy = await startReverseProxy(name, { port: await freePort(), servers: stubs.map(portOf) })
    })
    afterAll(async () => {
      await proxy.stop()
      for (const stub of stubs) {
        stub.closeAllConnections()
        stub.close()
      }
    })

    const send = async (method: string, path: string) => {
      const response = await fetch(proxy.origin + path, { method, ...(method === 'POST' && { body: 'x' }) })
      await response.text()
      return response.status
    }

    it.runIf(name === 'nginx')('BY27 a read that gets 503 is repeated on the other server; a write is not', async () => {
      const reads = await Promise.all(Array.from({ length: 10 }, (_, n) => send('GET', `/read${n}`)))
      expect(new Set(reads)).toEqual(new Set([200]))
      expect(received.some((line) => line.startsWith('0 GET'))).toBe(true)
      // The first server is tried again every five seconds.
      await expect.poll(() => send('POST', '/write'), { timeout: 20_000, interval: 100 }).toBe(503)
      expect(received.at(-1)).toBe('0 POST /write')
    })

    it.runIf(name === 'nginx')('BY27 pictures and searches get 503 from all servers → everything else is answered', async () => {
      for (let round = 0; round < 3; round += 1) {
        const parts = await Promise.all([...pictures, ...searches].map((path) => send('GET', path)))
        expect(new Set(parts)).toEqual(new Set([503]))
        const pages = await Promise.all(Array.from({ length: 10 }, (_, n) => send('GET', `/page${n}`)))
        expect(new Set(pages)).toEqual(new Set([200]))
      }
      expect(received.filter((line) => line.startsWith('1 GET')).some((line) => line.endsWith('.jpg'))).toBe(true)
    })

    it('BY27 a server is gone: reads go to the other one, and so do writes, behind Caddy after its next look at /readyz', async () => {
      stubs[0]!.closeAllConnections()
      stubs[0]!.close()
      const sendAll = (method: string, name: string) => Promise.all(Array.from({ length: 10 }, (_, n) => send(method, `/${name}${n}`)))
      expect(new Set(await sendAll('GET', 'read'))).toEqual(new Set([200]))
      let round = 0
      const writes = async () => new Set(await sendAll('POST', `write${(round += 1)}-`))
      if (name === 'nginx') expect(await writes()).toEqual(new Set([200]))
      else await expect.poll(writes, { timeout: 5000, interval: 200 }).toEqual(new Set([200]))
      const lines = received.filter((line) => /POST \/write\d/.test(line))
      expect(new Set(lines).size, 'no write was repeated').toBe(lines.length)
    })
  })

  describe.skipIf(missing(name) !== '')(`in front of a server that hangs${missing(name)}`, () => {
    it('BY27 reads are answered by the other server, and soon all requests are', async () => {
      const source = `require('http').createServer((request, response) => response.end('{}')).listen(0, '127.0.0.1', function () {
        console.log(this.address().port)
      })`
      const children = [0, 1].map(() => spawn(process.execPath, ['-e', source], { stdio: ['ignore', 'pipe', 'inherit'] }))
      const ports = await Promise.all(children.map(async ({ stdout }) => Number(String(((await once(stdout, 'data')) as [Buffer])[0]))))
      const hangs = await startReverseProxy(name, {
        port: await freePort(),
        servers: ports,
        replace:
          name === 'nginx'
            ? [
                ['proxy_read_timeout 30s', 'proxy_read_timeout 3s'],
                ['proxy_next_upstream_timeout 35s', 'proxy_next_upstream_timeout 5s'],
              ]
            : [],
      })
      const send = async (method: string): Promise<string> => {
        const startedAt = performance.now()
        const { status } = await fetch(`${hangs.origin}/page`, { method, signal: AbortSignal.timeout(15_000) })
        return status === 200 && performance.now() - startedAt < 2000 ? 'fast' : `${status}`
      }
      const sendAll = (method: string) => Promise.all(Array.from({ length: 20 }, () => send(method)))
      try {
        expect(await sendAll('GET')).toEqual(Array<string>(20).fill('fast'))
        children[0]!.kill('SIGSTOP')
        // Caddy looks at /readyz instead.
        if (name === 'nginx') expect(new Set(await sendAll('GET'))).toEqual(new Set(['fast', '200']))
        else await sleep(4000)
        // One request every five seconds may wait.
        for (const method of ['GET', 'POST'])
          expect((await sendAll(method)).filter((result) => result !== 'fast').length, method).toBeLessThanOrEqual(1)
      } finally {
        for (const child of children) child.kill('SIGKILL')
        await hangs.stop()
      }
    })
  })
})
