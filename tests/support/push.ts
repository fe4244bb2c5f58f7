/** A local push service, and a browser that decrypts its messages. */
import { createECDH, randomBytes, type ECDH } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createRequire } from 'node:module'
import { createPushTransport, type PushTransport } from '../../server/features/push/service.ts'

interface Ece {
  decrypt(body: Buffer, keys: { version: 'aes128gcm'; privateKey: ECDH; authSecret: string }): Buffer
}
/** Decrypts messages; a dependency of web-push, which encrypts with it. */
const ece = createRequire(import.meta.url)('http_ece') as Ece

export interface PushRequest {
  path: string
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

export interface PushService {
  /** Sends to the local service, regardless of the host of the endpoint. */
  transport: PushTransport
  /** The accepted messages. */
  arrived: PushRequest[]
  /** Sets the status of the endpoint with this path; the default is 201. `nothing`: the connection is closed without a response. */
  answer(path: string, status: number | 'nothing'): void
  close(): Promise<void>
}

export async function startPushService(): Promise<PushService> {
  const arrived: PushRequest[] = []
  const answers = new Map<string, number | 'nothing'>()
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request
      .on('data', (part: Buffer) => parts.push(part))
      .on('end', () => {
        const path = request.url!
        const status = answers.get(path) ?? 201
        if (status === 'nothing') return void request.socket.destroy()
        if (status < 300) arrived.push({ path, headers: request.headers, body: Buffer.concat(parts) })
        response.writeHead(status).end()
      })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    arrived,
    answer: (path, status) => void answers.set(path, status),
    transport: {
      check: createPushTransport({ resolve: async () => ['93.184.215.14'] }).check,
      async send(endpoint, headers, body) {
        const { pathname } = new URL(endpoint)
        const { 'Content-Length': _length, ...sent } = headers
        const { status } = await fetch(`http://127.0.0.1:${port}${pathname}`, { method: 'POST', headers: sent, body: new Uint8Array(body) })
        return { status }
      },
      close: async () => {},
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

export interface Browser {
  path: string
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } }
  read(message: PushRequest): unknown
}

let browsers = 0

export function newBrowser(host = 'push.example.org'): Browser {
  const path = `/send/${(browsers += 1)}`
  const keys = createECDH('prime256v1')
  const p256dh = keys.generateKeys('base64url')
  const auth = randomBytes(16).toString('base64url')
  return {
    path,
    subscription: { endpoint: `https://${host}${path}`, keys: { p256dh, auth } },
    read: ({ body }) => JSON.parse(ece.decrypt(body, { version: 'aes128gcm', privateKey: keys, authSecret: auth }).toString('utf8')),
  }
}
