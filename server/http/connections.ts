import { createServer as createHttpServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'

/** Limits for slow clients. All in ms, unless named otherwise. */
export interface ConnectionLimits {
  /** For the headers of a request, and for its body unless it keeps arriving at `minBytesPerSecond`: a slow upload may take longer. */
  requestMs: number
  minBytesPerSecond: number
  /** For a whole request. */
  totalRequestMs: number
  /**
   * For a connection without traffic. Longer than the keep-alive of common reverse proxies (60 s): if the server closed first, a request
   * sent at that moment would be reset.
   */
  idleMs: number
}

export const connectionLimits: ConnectionLimits = { requestMs: 30_000, minBytesPerSecond: 8_192, totalRequestMs: 300_000, idleMs: 75_000 }

/** Closes the connection if a request body arrives too slowly. */
function limitBody(request: IncomingMessage, { requestMs, minBytesPerSecond }: ConnectionLimits): void {
  const { socket } = request
  const started = performance.now()
  const before = socket.bytesRead
  const check = setInterval(() => {
    const seconds = (performance.now() - started) / 1000
    if (socket.bytesRead - before >= seconds * minBytesPerSecond) return
    clearInterval(check)
    if (!socket.destroyed) socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n', () => socket.destroy())
  }, requestMs)
  check.unref()
  for (const event of ['end', 'close']) request.once(event, () => clearInterval(check))
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** An HTTP server that closes the connections of slow and silent clients. */
export function createServer(listener?: RequestListener, limits = connectionLimits): Server {
  const server = createHttpServer({
    keepAliveTimeout: limits.idleMs,
    headersTimeout: limits.requestMs,
    requestTimeout: limits.totalRequestMs,
    connectionsCheckingInterval: Math.min(5_000, limits.requestMs / 2),
  })
  server.timeout = limits.idleMs
  server.on('request', (request) => {
    if (hasBody(request)) limitBody(request, limits)
  })
  if (listener) server.on('request', listener)
  return server
}
