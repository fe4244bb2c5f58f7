import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { request as httpRequest, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import compression from 'compression'
import express from 'express'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compressFiles } from '../../build/lib/compress.mjs'
import { documentHeaders, securityHeaders } from '#http/security.ts'
import { shareAssets, sharedFolderOf } from '#http/sharedAssets.ts'
import { webFiles } from '#http/static.ts'

const root = mkdtempSync(join(tmpdir(), 'strand-web-files-'))
const script = 'export const words = "a script of the page"\n'.repeat(100)
let server: Server

beforeAll(async () => {
  const web = join(root, 'dist/web')
  mkdirSync(join(web, 'assets'), { recursive: true })
  writeFileSync(join(web, 'assets/main-1.js'), script)
  writeFileSync(join(web, 'assets/gone-1.js'), script)
  writeFileSync(join(web, 'assets/short-1.js'), 'export {}\n')
  writeFileSync(join(web, 'assets/mark-1.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  writeFileSync(join(web, 'assets/main-1.css'), 'body { color: red }'.repeat(100))
  writeFileSync(join(web, 'sw.js'), script)
  writeFileSync(join(web, 'app.webmanifest'), JSON.stringify({ name: 'Strand'.repeat(200) }))
  await compressFiles(web)
  const app = express()
  app.use(
    securityHeaders({ viteOrigin: null, dailymotionPlayerId: null, publicUrl: 'https://strand.example', secure: true }),
    compression(),
    webFiles({ root }),
  )
  app.use((_request, _response, next) => next(new Error('no such file')))
  app.use(((_error, _request, response, _next) => {
    response.status(404).json({ message: 'Not found. '.repeat(200) })
  }) satisfies express.ErrorRequestHandler)
  await new Promise<void>((resolve) => (server = app.listen(0, '127.0.0.1', () => resolve())))
  rmSync(join(web, 'assets/gone-1.js.br'))
})
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve))
  rmSync(root, { recursive: true })
})

interface RawResponse {
  status: number
  headers: IncomingMessage['headers']
  body: Buffer
}

/** Requests a path as it is: `fetch` would decode the body and normalise the path. */
const get = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<RawResponse> =>
  new Promise((resolve, reject) => {
    const { port } = server.address() as AddressInfo
    httpRequest({ port, host: '127.0.0.1', path, headers, method }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => resolve({ status: response.statusCode!, headers: response.headers, body: Buffer.concat(chunks) }))
    })
      .on('error', reject)
      .end()
  })

const browserHeaders = { 'Accept-Encoding': 'gzip, deflate, br, zstd' }

describe('BY24 built files', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['gzip, br;q=0', 'gzip', gunzipSync],
    ['gzip', 'gzip', gunzipSync],
    ['identity', undefined, (body: Buffer) => body],
  ] as const)('BY24 Accept-Encoding: %s → Content-Encoding %s, the script, cached as immutable', async (accepted, encoding, decode) => {
    const { status, headers, body } = await get('/assets/main-1.js', { 'Accept-Encoding': accepted })
    expect([status, headers['content-encoding'], headers['content-type']?.toLowerCase()]).toEqual([
      200,
      encoding,
      'text/javascript; charset=utf-8',
    ])
    expect(headers.vary).toMatch(/accept-encoding/i)
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(decode(body).toString()).toBe(script)
  })

  it('BY24 each encoding → a different ETag; If-None-Match with it → 304 without a body', async () => {
    const tags = new Set<string>()
    for (const accepted of ['br', 'gzip', 'identity']) {
      const { headers } = await get('/assets/main-1.js', { 'Accept-Encoding': accepted })
      tags.add(headers.etag!)
      const revalidated = await get('/assets/main-1.js', { 'Accept-Encoding': accepted, 'If-None-Match': headers.etag! })
      expect([accepted, revalidated.status, revalidated.body.length]).toEqual([accepted, 304, 0])
    }
    expect(tags.size).toBe(3)
  })

  it.each(['/assets/main-1.js', '/assets/main-1.css', '/assets/short-1.js'])(
    'BY24 %s → no header that only documents need',
    async (path) => {
      for (const encoding of ['br', 'gzip', 'identity']) {
        const { headers } = await get(path, { 'Accept-Encoding': encoding })
        expect(Object.keys(headers).filter((name) => documentHeaders.some((one) => one.toLowerCase() === name))).toEqual([])
        expect([headers['x-content-type-options'], headers['cross-origin-resource-policy']]).toEqual(['nosniff', 'same-origin'])
        expect(headers['strict-transport-security']).toContain('max-age')
      }
    },
  )

  it.each(['/assets/mark-1.svg', '/sw.js'])('BY24 %s, a document or a worker → every security header', async (path) => {
    const { headers } = await get(path, browserHeaders)
    for (const name of documentHeaders) expect([name, headers[name.toLowerCase()]]).not.toEqual([name, undefined])
  })

  it('BY24 Range → 206 with these bytes of the encoded file; HEAD → its length without a body', async () => {
    const whole = await get('/assets/main-1.js', browserHeaders)
    const part = await get('/assets/main-1.js', { ...browserHeaders, Range: 'bytes=10-19' })
    expect([part.status, part.headers['content-range'], part.headers['content-encoding']]).toEqual([
      206,
      `bytes 10-19/${whole.body.length}`,
      'br',
    ])
    expect(part.body).toEqual(whole.body.subarray(10, 20))
    const head = await get('/assets/main-1.js', browserHeaders, 'HEAD')
    expect([head.status, head.headers['content-length'], head.body.length]).toEqual([200, String(whole.body.length), 0])
  })

  it('BY24 a file too short to compress → no Content-Encoding', async () => {
    const { headers, body } = await get('/assets/short-1.js', browserHeaders)
    expect([headers['content-encoding'], body.toString()]).toEqual([undefined, 'export {}\n'])
  })

  it('BY24 the service worker in each encoding → Cache-Control: no-cache', async () => {
    for (const accepted of ['br', 'identity']) {
      const { headers } = await get('/sw.js', { 'Accept-Encoding': accepted })
      expect([accepted, headers['cache-control']]).toEqual([accepted, 'no-cache'])
    }
  })

  it('BY24 the web app manifest in each encoding → Content-Type application/manifest+json', async () => {
    for (const accepted of ['br', 'identity']) {
      const { headers } = await get('/app.webmanifest', { 'Accept-Encoding': accepted })
      expect([accepted, headers['content-type']?.split(';')[0]]).toEqual([accepted, 'application/manifest+json'])
    }
  })

  it('BY24 a file that was deleted after the start → 404, whose body is encoded once', async () => {
    const { status, headers, body } = await get('/assets/gone-1.js', { 'Accept-Encoding': 'br' })
    expect([status, headers['content-type']]).toEqual([404, 'application/json; charset=utf-8'])
    // Encoded by the compression middleware.
    expect(headers['content-encoding']).toBe('br')
    expect(JSON.parse(brotliDecompressSync(body).toString()).message).toMatch(/^Not found/)
  })

  it.each(['/assets/%', '/%', '/assets/..%2fmanifest.json', '/assets/%00', '/assets/main-1.js/', '/assets/.hidden'])(
    'BY24 %s → 404',
    async (path) => expect((await get(path, browserHeaders)).status).toBe(404),
  )
})

describe('the folder in which servers share their builds', () => {
  it('BY27 has the files of each build; a file that a server lacks is served from it; those of a month ago are removed', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'strand-shared-'))
    const assetsDir = join(folder, 'shared')
    const release = (name: string) => {
      for (const build of ['web', 'tv', 'embed']) mkdirSync(join(folder, name, 'dist', build, 'assets'), { recursive: true })
      return join(folder, name)
    }
    const [old, next] = [release('old'), release('next')]
    writeFileSync(join(old, 'dist/web/assets/main-1.js'), script)
    writeFileSync(join(old, 'dist/web/assets/main-1.js.br'), 'compressed')
    writeFileSync(join(old, 'dist/tv/assets/tv-1.js'), script)
    writeFileSync(join(next, 'dist/web/assets/main-2.js'), script)
    await shareAssets(old, assetsDir)
    await shareAssets(next, assetsDir)
    expect(readdirSync(sharedFolderOf(assetsDir, 'dist/web')).sort()).toEqual(['main-1.js', 'main-2.js'])
    const sharing = express()
      .use(webFiles({ root: next, assetsDir }))
      .use(((_error, _request, response, _next) => void response.status(404).end()) satisfies express.ErrorRequestHandler)
      .listen(0, '127.0.0.1')
    try {
      await once(sharing, 'listening')
      const { port } = sharing.address() as AddressInfo
      for (const path of ['/assets/main-1.js', '/assets/main-2.js', '/tv/assets/tv-1.js']) {
        const response = await fetch(`http://127.0.0.1:${port}${path}`)
        expect([path, response.status, await response.text()]).toEqual([path, 200, script])
        expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      }
      for (const path of ['/assets/none.js', '/assets/..%2f..%2ftv%2fassets%2ftv-1.js', '/assets/%ff'])
        expect([path, (await fetch(`http://127.0.0.1:${port}${path}`)).status]).toEqual([path, 404])
      const monthAgo = Date.now() / 1000 - 31 * 86_400
      for (const name of ['main-1.js', 'main-2.js']) utimesSync(join(sharedFolderOf(assetsDir, 'dist/web'), name), monthAgo, monthAgo)
      await shareAssets(next, assetsDir)
      expect(readdirSync(sharedFolderOf(assetsDir, 'dist/web'))).toEqual(['main-2.js'])
    } finally {
      sharing.close()
      rmSync(folder, { recursive: true })
    }
  })
})
