/** Ends the connections of a server that stops. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** All in ms. */
export const shutdownLimits = {
  /** For a request or an answer of which nothing arrives. */
  stalledMs: 3000,
  /** For all requests, if a load balancer sends new ones to other servers. */
  requestsMs: 20_000,
  /** For what the server does afterwards: then it exits in any case. */
  servicesMs: 1000,
}

interface Connection {
  /** Null between requests, and during the headers of one. */
  exchange: { request: IncomingMessage; response: ServerResponse } | null
  /** Bytes in both directions at the last check, and when they last changed; -1 before the first check. */
  bytes: number
  changedAt: number
}

/** Whether the next byte is to come from the server, which can take long to write it. */
const isWorking = ({ exchange }: Connection): boolean => exchange !== null && exchange.request.complete && !exchange.response.headersSent

/**
 * Returns a function that stops listening, and resolves when all requests are finished. It closes connections without traffic after
 * `stalledMs`, and all after `requestsMs`. WebSockets are not its concern.
 */
export function createShutdown(server: Server): (limits: { stalledMs: number; requestsMs: number }) => Promise<void> {
  const connections = new Map<Socket, Connection>()
  const track = (socket: Socket): Connection => {
    const connection: Connection = { exchange: null, bytes: -1, changedAt: 0 }
    connections.set(socket, connection)
    socket.once('close', () => connections.delete(socket))
    return connection
  }
  server.on('connection', track)
  server.on('upgrade', ({ socket }: IncomingMessage) => connections.delete(socket))
  let isStopping = false
  server.prependListener('request', (request, response) => {
    const connection = connections.get(request.socket) ?? track(request.socket)
    connection.exchange = { request, response }
    response.once('close', () => (connection.exchange = null))
    if (isStopping) response.setHeader('Connection', 'close')
  })

  function closeStalled(stalledMs: number): void {
    const now = performance.now()
    for (const [socket, connection] of connections) {
      const bytes = socket.bytesRead + socket.bytesWritten
      if (bytes !== connection.bytes || isWorking(connection)) Object.assign(connection, { bytes, changedAt: now })
      else if (now - connection.changedAt > stalledMs) socket.destroy()
    }
  }

  return ({ stalledMs, requestsMs }) => {
    isStopping = true
    // Keep-alive connections become idle when their request ends.
    setInterval(() => {
      server.closeIdleConnections()
      closeStalled(stalledMs)
    }, 50).unref()
    setTimeout(() => server.closeAllConnections(), requestsMs).unref()
    return new Promise((resolve) => server.close(() => resolve()))
  }
}
