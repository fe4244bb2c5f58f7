/** The WebSockets of devices: the checks of the upgrade, the limits, and the frames. */
import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { WebSocket, WebSocketServer, type RawData } from 'ws'
import { clientFrame, type ClientFrame, type ServerFrame } from '#contract/connect.ts'
import { connectCloseCodes, connectLimits, connectPath, connectProtocol, connectTokenPrefix, connectVersion } from '#contract/rules.ts'
import type { Hub, Peer } from './hub.ts'

/** Why an upgrade is refused: the status of the answer. */
export class Refusal extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

export interface Visitor {
  uid: string
  /** Identifies the session or token. */
  session: string
}

export interface SocketOptions {
  hub: Hub
  /** Checks origin, rate limit and session of an upgrade. `token`: the one of the subprotocol. Throws a `Refusal`. */
  admit(request: IncomingMessage, token: string | null): Promise<Visitor>
  /** The address of the client, as for rate limits. */
  addressOf(request: IncomingMessage): string
  limits?: Partial<Record<'helloMs' | 'pingMs' | 'frames' | 'bytes' | 'sockets', number>>
}

/** Frames and bytes are counted within this time (ms). */
const windowMs = 10_000
/** Interval (ms) at which the time limits of all sockets are checked. */
const checkMs = 1000
/**
 * Frames below this size (bytes) are not compressed: the lists of devices and single facts, which are frequent. With a
 * threshold of 1 KB an idle device takes 199 KB of memory instead of 8 KB (`npm run bench -- connect`).
 */
const compressionThreshold = 16_384

interface Connection {
  socket: WebSocket
  visitor: Visitor
  peer: Peer
  address: string
  /** Null before the first frame. */
  id: string | null
  openedAt: number
  pingedAt: number
  isAlive: boolean
  window: { since: number; frames: number; bytes: number }
}

const reasons: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  429: 'Too Many Requests',
}

function refuse(socket: Duplex, status: number, message: string): void {
  socket.end(
    `HTTP/1.1 ${status} ${reasons[status] ?? 'Error'}\r\nConnection: close\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(message)}\r\n\r\n${message}`,
    () => socket.destroy(),
  )
}

const protocolsOf = ({ headers }: IncomingMessage): string[] =>
  (headers['sec-websocket-protocol'] ?? '').split(',').map((protocol) => protocol.trim())

export interface Sockets {
  attach(server: Server): void
  /** Open sockets. */
  count(): number
  stop(): void
}

export function createSockets({ hub, admit, addressOf, limits: given = {} }: SocketOptions): Sockets {
  const limits = { ...connectLimits, ...given }
  const connections = new Set<Connection>()
  /** Counts the sockets of each address, those that are being checked included. */
  const count = createCounter()
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: limits.frame,
    // Only the protocol, never the token.
    handleProtocols: () => connectProtocol,
    perMessageDeflate: {
      threshold: compressionThreshold,
      concurrencyLimit: 4,
      serverNoContextTakeover: true,
      clientNoContextTakeover: true,
    },
  })

  async function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const protocols = protocolsOf(request)
    // Not by a URL, which some paths are not, such as `//`.
    if ((request.url ?? '').split('?', 1)[0] !== connectPath) return refuse(socket, 404, 'Not found')
    if (!protocols.includes(connectProtocol)) return refuse(socket, 400, `The subprotocol ${connectProtocol} is missing`)
    const token = protocols.find((protocol) => protocol.startsWith(connectTokenPrefix))?.slice(connectTokenPrefix.length) ?? null
    const address = addressOf(request)
    if (count(address, 1) > limits.sockets) {
      count(address, -1)
      return refuse(socket, 429, 'Too many connections of this address')
    }
    socket.once('close', () => count(address, -1))
    try {
      const visitor = await admit(request, token)
      if (socket.destroyed) return
      server.handleUpgrade(request, socket, head, (webSocket) => open(webSocket, visitor, address))
    } catch (error) {
      refuse(socket, error instanceof Refusal ? error.status : 500, error instanceof Refusal ? error.message : 'Something went wrong')
    }
  }

  function open(socket: WebSocket, visitor: Visitor, address: string): void {
    const now = Date.now()
    const send = (frame: ServerFrame): void => {
      if (socket.readyState !== WebSocket.OPEN) return
      if (socket.bufferedAmount > limits.backlog) socket.close(connectCloseCodes.limit)
      else socket.send(JSON.stringify(frame))
    }
    const peer: Peer = { session: visitor.session, send, close: (code) => socket.close(code) }
    const connection: Connection = {
      socket,
      visitor,
      peer,
      address,
      id: null,
      openedAt: now,
      pingedAt: now,
      isAlive: true,
      window: { since: now, frames: 0, bytes: 0 },
    }
    connections.add(connection)
    socket.on('pong', () => {
      connection.isAlive = true
    })
    // A protocol error: `ws` closes the socket by itself.
    socket.on('error', () => undefined)
    socket.on('close', () => {
      connections.delete(connection)
      if (connection.id !== null) hub.disconnect(visitor.uid, connection.id, peer)
    })
    socket.on('message', (data, isBinary) => receive(connection, data, isBinary))
  }

  function receive(connection: Connection, data: RawData, isBinary: boolean): void {
    const { socket, visitor, peer } = connection
    const bytes = (data as Buffer).byteLength
    if (!isWithinRate(connection, bytes, limits)) return socket.close(connectCloseCodes.limit)
    const frame = isBinary ? null : parse(String(data))
    if (frame === null || (frame.type === 'hello') !== (connection.id === null)) return socket.close(connectCloseCodes.invalid)
    if (frame.type !== 'hello') return hub.receive(visitor.uid, connection.id!, frame)
    if (frame.version !== connectVersion) return socket.close(connectCloseCodes.version)
    if (!hub.connect(visitor.uid, frame, peer)) return socket.close(connectCloseCodes.limit)
    connection.id = frame.id
    peer.send({ type: 'welcome', version: connectVersion, id: frame.id })
  }

  /** One timer for all sockets, so that an idle device costs little. */
  const timer = setInterval(
    () => {
      const now = Date.now()
      for (const connection of connections) {
        const { socket, id, openedAt, pingedAt, isAlive } = connection
        if (id === null && now - openedAt > limits.helloMs) socket.close(connectCloseCodes.invalid)
        if (now - pingedAt < limits.pingMs) continue
        if (!isAlive) socket.terminate()
        else Object.assign(connection, { isAlive: false, pingedAt: now })
        socket.ping()
      }
    },
    Math.min(checkMs, limits.helloMs / 2, limits.pingMs / 2),
  )
  timer.unref()

  return {
    attach(httpServer) {
      httpServer.on('upgrade', (request, socket, head) => {
        // The idle timeout of HTTP connections does not apply: pings find dead ones.
        ;(socket as Socket).setTimeout(0)
        socket.on('error', () => socket.destroy())
        upgrade(request, socket, head).catch(() => socket.destroy())
      })
    },
    count: () => connections.size,
    stop() {
      clearInterval(timer)
      for (const { socket } of connections) socket.close(connectCloseCodes.restart)
    },
  }
}

/** Counts a frame. False if there are too many frames or bytes. */
function isWithinRate({ window }: Connection, bytes: number, limits: { frames: number; bytes: number }): boolean {
  if (Date.now() - window.since > windowMs) Object.assign(window, { since: Date.now(), frames: 0, bytes: 0 })
  window.frames += 1
  window.bytes += bytes
  return window.frames <= limits.frames && window.bytes <= limits.bytes
}

/** Returns a function that adds to the count of a key, and returns it. */
function createCounter(): (key: string, by: 1 | -1) => number {
  const counts = new Map<string, number>()
  return (key, by) => {
    const total = (counts.get(key) ?? 0) + by
    if (total === 0) counts.delete(key)
    else counts.set(key, total)
    return total
  }
}

function parse(text: string): ClientFrame | null {
  try {
    return clientFrame.parse(JSON.parse(text))
  } catch {
    return null
  }
}
