/** The built server over the demo world, behind a proxy that can be closed, can delay requests and records them. */
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { ensureBuilt } from '../../build/lib/artefacts.mjs'
import { freePort } from '../../build/lib/port.mjs'
import type { Bead, Post } from '#contract/index.ts'
import { startBuiltServer } from '../support/built-server.ts'
import { connectDevice } from '../support/connect-device.ts'

export interface Member {
  uid: string
  name: string
  email: string
  password: string
  /** A device of this member without a page. */
  connectDevice(): Promise<Awaited<ReturnType<typeof connectDevice>>>
  post<Result>(path: string, body?: object): Promise<Result>
  get<Result>(path: string): Promise<Result>
  startPlaylist(title: string): Promise<Bead>
  addPost(bead: string, body: object): Promise<Post>
}

export interface World {
  origin: string
  /** A foreign page without scripts, on another site or on this one. Below it, `/slow` responds after two seconds. */
  elsewhere: Record<'other site' | 'same site', string>
  /** While closed, every request fails as without a network. */
  reachable(open: boolean): void
  /** Delays requests whose path matches by a number of milliseconds; null ends the delay. */
  delay(path: RegExp | null, ms?: number): void
  /** Paths of the requests since the last call, with their method and body. */
  takeRequests(): { method: string; path: string; body: string }[]
  signUp(name: string): Promise<Member>
  close(): Promise<void>
}

const headers = { 'Content-Type': 'application/json', 'X-Strand-Request': '1', 'Sec-Fetch-Site': 'same-origin' }

const listen = (server: ReturnType<typeof createServer>) =>
  new Promise<string>((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)),
  )

export async function startWorld(): Promise<World> {
  await ensureBuilt()
  const folder = await mkdtemp(join(tmpdir(), 'strand-engines-world-'))
  const sockets = new Set<Socket>()
  const port = await freePort()
  const inner = `http://127.0.0.1:${port}`
  let open = true
  let slow: { path: RegExp; ms: number } | null = null
  let requests: { method: string; path: string; body: string }[] = []

  const showElsewhere = ({ url = '' }: IncomingMessage, going: ServerResponse): void => {
    setTimeout(
      () => {
        // Strand's own policy: without it, its documents and this one run in different processes.
        going.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'Cross-Origin-Opener-Policy': 'same-origin-allow-popups' })
        going.end('<!doctype html><html lang="en"><title>Elsewhere</title><h1>Elsewhere</h1>')
      },
      url.endsWith('/slow') ? 2000 : 0,
    )
  }

  async function forward(coming: IncomingMessage, going: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of coming) chunks.push(chunk as Buffer)
    const { method = 'GET', url: path = '/' } = coming
    requests.push({ method, path, body: Buffer.concat(chunks).toString().slice(0, 2000) })
    if (slow?.path.test(path)) await new Promise((resolve) => setTimeout(resolve, slow?.ms))
    if (!open) return void coming.socket.destroy()
    const onward = request({ host: '127.0.0.1', port, method, path, headers: coming.headers }, (answer) => {
      going.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(going)
    })
    onward.on('error', () => coming.socket.destroy())
    going.on('close', () => onward.destroy())
    onward.end(Buffer.concat(chunks))
  }

  const front = createServer((coming, going) =>
    coming.url?.startsWith('/elsewhere') ? showElsewhere(coming, going) : void forward(coming, going).catch(() => coming.socket.destroy()),
  )
  front.on('connection', (socket) => {
    if (!open) return void socket.destroy()
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  // WebSockets, as a proxy forwards them.
  front.on('upgrade', ({ method, url, rawHeaders }: IncomingMessage, socket: Socket, head: Buffer) => {
    if (!open) return void socket.destroy()
    const onward = connect(port, '127.0.0.1', () => {
      const lines = rawHeaders.flatMap((value, n) => (n % 2 === 0 ? [`${value}: ${rawHeaders[n + 1]}`] : []))
      onward.write(`${[`${method} ${url} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n`)
      onward.write(head)
      onward.pipe(socket).pipe(onward)
    })
    for (const [one, other] of [
      [onward, socket],
      [socket, onward],
    ] as const)
      one.on('error', () => other.destroy()).on('close', () => other.destroy())
  })
  const origin = await listen(front)
  const other = createServer(showElsewhere)
  const elsewhere = { 'other site': `${await listen(other)}/elsewhere`, 'same site': `${origin}/elsewhere` }

  const closeAll = async (stop?: () => Promise<unknown>) => {
    try {
      await stop?.()
    } finally {
      for (const socket of sockets) socket.destroy()
      for (const server of [front, other]) {
        server.closeAllConnections()
        await new Promise((resolve) => server.close(resolve))
      }
      await rm(folder, { recursive: true, force: true })
    }
  }
  const server = await startBuiltServer({
    STRAND_DATA_DIR: folder,
    STRAND_DEMO: '1',
    STRAND_RATE_LIMITS: '0',
    NODE_ENV: 'test',
    PORT: String(port),
    PUBLIC_URL: origin,
  }).catch(async (error: unknown) => {
    await closeAll()
    throw error
  })

  let people = 0
  return {
    origin,
    elsewhere,
    reachable(now) {
      open = now
      if (!open) for (const socket of sockets) socket.destroy()
    },
    delay: (path, ms = 0) => (slow = path && { path, ms }),
    takeRequests() {
      const those = requests
      requests = []
      return those
    },
    async signUp(name) {
      const email = `person.${(people += 1)}@example.org`
      const password = 'correct horse'
      let cookie = ''
      const ask = async (path: string, init: RequestInit): Promise<never> => {
        const response = await fetch(inner + path, { ...init, headers: { ...headers, cookie, Origin: origin } })
        if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
        cookie =
          response.headers
            .getSetCookie()
            .find((one) => one.startsWith('strand_session='))
            ?.split(';')[0] ?? cookie
        return (await response.json().catch(() => null)) as never
      }
      const post: Member['post'] = (path, body = {}) => ask(path, { method: 'POST', body: JSON.stringify(body) })
      const { uid } = await post<{ uid: string }>('/api/v0/auth/signup', { name, email, password })
      return {
        uid,
        name,
        email,
        password,
        connectDevice: () => connectDevice(inner, { Cookie: cookie, Origin: origin }),
        post,
        get: (path) => ask(path, {}),
        startPlaylist: async (title) =>
          (await post<{ data: Bead }>('/api/v0/beads', { title, description: '', category: 'other', invitees: [] })).data,
        addPost: async (bead, body) => (await post<{ post: Post }>(`/api/v0/posts/${bead}`, { repeat: true, ...body })).post,
      }
    },
    close: () => closeAll(server.stop),
  }
}
