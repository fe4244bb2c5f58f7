/** The connection to a device: messages by namespace, requests with answers, and a heartbeat. Nothing throws; requests reject. */
import { connect as connectTls, type TLSSocket } from 'node:tls'
import { createDecoder, encode, type CastMessage } from './codec.ts'
import { CastError } from './errors.ts'

export const namespaces = {
  connection: 'urn:x-cast:com.google.cast.tp.connection',
  heartbeat: 'urn:x-cast:com.google.cast.tp.heartbeat',
  receiver: 'urn:x-cast:com.google.cast.receiver',
  media: 'urn:x-cast:com.google.cast.media',
  strand: 'urn:x-cast:app.strand',
} as const

/** The receiver of a device that starts and ends apps. */
export const platformReceiver = 'receiver-0'

/** Intervals and limits; all but the heartbeat, which the protocol defines, are ours. */
export const channelLimits = {
  connectMs: 5000,
  requestMs: 10_000,
  heartbeatMs: 5000,
  /** Heartbeats without any message of the device, after which it counts as gone. */
  missedHeartbeats: 3,
  /** Requests that wait for an answer. */
  pending: 64,
  /** Bytes that wait until the device reads them. */
  backlog: 1_000_000,
}

export type Body = Record<string, unknown>

export interface ReceivedMessage {
  source: string
  namespace: string
  body: Body
}

export interface Channel {
  /** Opens a virtual connection to an app, or to the platform. */
  join(destination: string): void
  send(destination: string, namespace: string, body: Body): void
  /** Resolves with the answer that has the same `requestId`. */
  request(destination: string, namespace: string, body: Body): Promise<Body>
  subscribe(listener: (message: ReceivedMessage) => void): () => void
  /** Resolves when the connection has ended, with the reason. */
  readonly closed: Promise<CastError>
  close(): void
}

export interface ChannelOptions {
  host: string
  port: number
  /** Identifies this sender. */
  sender: string
  log(text: string): void
  limits?: Partial<typeof channelLimits>
}

interface Pending {
  resolve(body: Body): void
  reject(error: CastError): void
  timer: NodeJS.Timeout
}

const isRecord = (value: unknown): value is Body => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Rejects with a `CastError`. */
export function openChannel({ host, port, sender, log, limits: given }: ChannelOptions): Promise<Channel> {
  const limits = { ...channelLimits, ...given }
  return new Promise((resolve, reject) => {
    // Devices have certificates of their own that no authority signs: they prove nothing, so they are not checked.
    const socket = connectTls({ host, port, rejectUnauthorized: false, timeout: limits.connectMs })
    const fail = (error: CastError): void => {
      socket.destroy()
      reject(error)
    }
    socket.once('error', (error) => fail(new CastError('unreachable', error.message)))
    socket.once('timeout', () => fail(new CastError('silent', 'The device did not accept the connection in time')))
    socket.once('close', () => fail(new CastError('unreachable', 'The device closed the connection')))
    socket.once('secureConnect', () => {
      socket.removeAllListeners()
      socket.setTimeout(0)
      resolve(createChannel(socket, sender, log, limits))
    })
  })
}

function createChannel(socket: TLSSocket, sender: string, log: ChannelOptions['log'], limits: typeof channelLimits): Channel {
  const pending = new Map<number, Pending>()
  const listeners = new Set<(message: ReceivedMessage) => void>()
  const decode = createDecoder()
  let requests = 0
  let missed = 0
  let end: CastError | null = null
  let settleClosed: (error: CastError) => void
  const closed = new Promise<CastError>((resolve) => {
    settleClosed = resolve
  })

  function finish(error: CastError): void {
    if (end) return
    end = error
    clearInterval(heartbeat)
    socket.destroy()
    for (const { reject, timer } of pending.values()) {
      clearTimeout(timer)
      reject(error)
    }
    pending.clear()
    settleClosed(error)
  }

  function send(destination: string, namespace: string, body: Body): void {
    if (end) return
    if (socket.writableLength > limits.backlog) return finish(new CastError('silent', 'The device does not read what it is sent'))
    try {
      socket.write(encode({ source: sender, destination, namespace, payload: JSON.stringify(body) }))
    } catch (error) {
      log(error instanceof Error ? error.message : String(error))
    }
  }

  function receive({ source, namespace, payload }: CastMessage): void {
    const body = parse(payload)
    if (body === null) return log(`The device sent text that is not JSON in ${namespace}`)
    if (namespace === namespaces.heartbeat) {
      if (body['type'] === 'PING') send(source, namespaces.heartbeat, { type: 'PONG' })
      return
    }
    const answered = typeof body['requestId'] === 'number' ? pending.get(body['requestId']) : undefined
    if (answered) {
      pending.delete(body['requestId'] as number)
      clearTimeout(answered.timer)
      answered.resolve(body)
    }
    for (const listener of [...listeners]) {
      try {
        listener({ source, namespace, body })
      } catch (error) {
        log(`A message was not handled: ${String(error)}`)
      }
    }
  }

  socket.on('data', (chunk: Buffer) => {
    missed = 0
    try {
      for (const message of decode(chunk)) if (!end) receive(message)
    } catch (error) {
      finish(error instanceof CastError ? error : new CastError('malformed', String(error)))
    }
  })
  socket.on('error', (error) => finish(new CastError('unreachable', error.message)))
  socket.on('close', () => finish(new CastError('unreachable', 'The device closed the connection')))

  const heartbeat = setInterval(() => {
    missed += 1
    if (missed > limits.missedHeartbeats) finish(new CastError('silent', 'The device has stopped answering'))
    else send(platformReceiver, namespaces.heartbeat, { type: 'PING' })
  }, limits.heartbeatMs)
  heartbeat.unref()

  const join = (destination: string): void => send(destination, namespaces.connection, { type: 'CONNECT', origin: {} })
  join(platformReceiver)

  return {
    join,
    send,
    request(destination, namespace, body) {
      if (end) return Promise.reject(end)
      if (pending.size >= limits.pending) return Promise.reject(new CastError('silent', 'Too many requests wait for an answer'))
      requests += 1
      const requestId = requests
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          pending.delete(requestId)
          reject(new CastError('silent', `The device did not answer ${String(body['type'])} in time`))
        }, limits.requestMs)
        pending.set(requestId, { resolve, reject, timer })
        send(destination, namespace, { ...body, requestId })
      })
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    closed,
    close: () => finish(new CastError('ended', 'The connection was closed here')),
  }
}

function parse(text: string): Body | null {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : null
  } catch {
    return null
  }
}
