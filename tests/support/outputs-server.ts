/** Serves the bundled outputs, the demo clips with range requests, and broken files. */
import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { contentSecurityPolicy } from '#http/security.ts'
import { dailymotionPlayerId } from './providers/index.ts'

const clips = fileURLToPath(new URL('../../server/demo/clips/', import.meta.url))
const types: Record<string, string> = {
  mp4: 'video/mp4',
  webm: 'video/webm',
  mp3: 'audio/mpeg',
  ogg: 'audio/ogg',
  jpg: 'image/jpeg',
  png: 'image/png',
  m3u8: 'application/vnd.apple.mpegurl',
  mpegts: 'video/mp2t',
  mpd: 'application/dash+xml',
  m4s: 'video/iso.segment',
}
const broken: Record<string, [status: number, type: string, body: string]> = {
  '/broken/gone.mp4': [404, 'text/plain', 'gone'],
  '/broken/noise.mp4': [200, 'video/mp4', 'this is no video'],
  '/broken/gone.m3u8': [404, 'text/plain', 'gone'],
  '/broken/gone.mpd': [404, 'text/plain', 'gone'],
  '/broken/noise.mpd': [200, 'application/dash+xml', 'this is no manifest'],
  '/broken/private.mp4': [403, 'text/plain', 'not for you'],
  '/broken/private.m3u8': [403, 'text/plain', 'not for you'],
  '/broken/private.mpd': [403, 'text/plain', 'not for you'],
  '/broken/private.png': [403, 'text/plain', 'not for you'],
  '/broken/gone.png': [410, 'text/plain', 'gone'],
  '/broken/busy.mp4': [503, 'text/plain', 'later'],
  '/broken/busy.m3u8': [503, 'text/plain', 'later'],
  '/broken/page.mp4': [200, 'text/html', '<!doctype html><title>Sorry</title>'],
  '/broken/noise.m3u8': [200, types.m3u8!, 'this is no playlist'],
  '/broken/hollow.m3u8': [200, types.m3u8!, '#EXTM3U\n#EXT-X-TARGETDURATION:3\n#EXTINF:3,\nmissing.ts\n#EXT-X-ENDLIST\n'],
  '/broken/noise.png': [200, 'image/png', 'this is no image'],
}

/** The server's content security policy, so that the specs fail if an output needs more than it allows. */
function policyOf(dailymotionPlayerId: string | null): string {
  const directives = contentSecurityPolicy({ viteOrigin: null, dailymotionPlayerId, publicUrl: 'http://localhost' })
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join(';')
}

export async function serveOutputs(): Promise<{ origin: string; stop(): Promise<void> }> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('./outputs-page.ts', import.meta.url))],
    bundle: true,
    splitting: true,
    format: 'esm',
    target: 'chrome123',
    write: false,
    outdir: '/app',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
  })
  const scripts = new Map(outputFiles.map((file) => [file.path, file.contents]))

  const server = createServer(
    (request, response) =>
      void (async () => {
        const { pathname: path, search } = new URL(request.url!, 'http://x')
        const script = scripts.get(path)
        const bad = broken[path]
        if (path === '/') {
          const bare = search === '?bare'
          response.writeHead(200, {
            'Content-Type': 'text/html',
            'Referrer-Policy': 'strict-origin-when-cross-origin',
            'Content-Security-Policy': policyOf(bare ? null : dailymotionPlayerId),
          })
          const player = bare ? '' : `<meta name="dailymotion-player-id" content="${dailymotionPlayerId}">`
          response.end(`<!doctype html><title>Outputs</title>${player}<script type="module" src="/app/outputs-page.js"></script>`)
        } else if (script) response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(script)
        else if (bad) response.writeHead(bad[0], { 'Content-Type': bad[1] }).end(bad[2])
        else if (path.startsWith('/clips/')) {
          const file = clips + path.slice('/clips/'.length)
          const type = types[file.slice(file.lastIndexOf('.') + 1)] ?? 'application/octet-stream'
          const { size } = await stat(file)
          const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '')
          if (!range) return void response.writeHead(200, { 'Content-Type': type, 'Accept-Ranges': 'bytes' }).end(await readFile(file))
          const start = Number(range[1])
          const end = range[2] ? Number(range[2]) : size - 1
          response.writeHead(206, {
            'Content-Type': type,
            'Content-Length': end - start + 1,
            'Content-Range': `bytes ${start}-${end}/${size}`,
          })
          createReadStream(file, { start, end }).pipe(response)
        } else response.writeHead(404).end()
      })().catch(() => response.writeHead(404).end()),
  )

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
