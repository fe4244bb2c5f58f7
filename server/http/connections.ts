import { createServer as createHttpServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'

/** How long clients may take. All in ms. */
export interface ConnectionLimits {
  /**
   * For a request's headers, and for its body, unless that goes on arriving at `minBytesPerSecond`: an upload over a slow
   * connection takes longer, and ends.
   */
  requestMs: number
  minBytesPerSecond: number
  /** For any whole request. */
  longestRequestMs: number
  /**
   * Without a byte in either direction. Longer than proxies in front keep their connections (60 s at the most usual ones): where the
   * server closed one first, a request could come just then, and be reset without an answer.
   */
  idleMs: number
}

export const connectionLimits: ConnectionLimits = { requestMs: 30_000, minBytesPerSecond: 8_192, longestRequestMs: 300_000, idleMs: 75_000 }

/** Closes the connection of a request whose body arrives too slowly. */
function limitBody(request: IncomingMessage, { requestMs, minBytesPerSecond }: ConnectionLimits): void {
  const { socket } = request
  const begun = performance.now()
  const before = socket.bytesRead
  const check = setInterval(() => {
    const seconds = (performance.now() - begun) / 1000
    if (socket.bytesRead - before >= seconds * minBytesPerSecond) return
    clearInterval(check)
    if (!socket.destroyed) socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n', () => socket.destroy())
  }, requestMs)
  check.unref()
  for (const event of ['end', 'close']) request.once(event, () => clearInterval(check))
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** An HTTP server that closes the connections of clients that send too slowly or not at all. */
export function createServer(listener?: RequestListener, limits = connectionLimits): Server {
  const server = createHttpServer({
    keepAliveTimeout: limits.idleMs,
    headersTimeout: limits.requestMs,
    requestTimeout: limits.longestRequestMs,
    connectionsCheckingInterval: Math.min(5_000, limits.requestMs / 2),
  })
  server.timeout = limits.idleMs
  server.on('request', (request) => {
    if (hasBody(request)) limitBody(request, limits)
  })
  if (listener) server.on('request', listener)
  return server
}
