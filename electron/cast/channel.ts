/** The connection to a device: messages by namespace, requests with answers, and a heartbeat. Nothing throws; requests reject. */
import { connect as connectTls, type TLSSocket } from 'node:tls'
import { createDecoder, encode, type CastMessage } from './codec.ts'
import { CastError, toCastError } from './errors.ts'
import { createListeners } from './listeners.ts'

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
  /** Heartbeats without any message of the device, after which it counts as gone. Parts of a message do not count. */
  missedHeartbeats: 3,
  /** Requests that wait for an answer. */
  pending: 64,
  /** Bytes that wait until the device reads them. */
  backlog: 1_000_000,
  /** Messages and bytes of the device within ten seconds. */
  messages: 2000,
  bytes: 8_000_000,
}

/** Messages and bytes are counted within this time (ms). */
const windowMs = 10_000
/** Time (ms) in which the last messages are sent before the connection is cut. */
const flushMs = 1000
/** Ignored messages of a connection that are logged: a device must not fill the log either. */
const maxLogged = 10

export type Body = Record<string, unknown>

export interface ReceivedMessage {
  source: string
  namespace: string
  body: Body
}

export interface Channel {
  /** Opens a virtual connection to an app, or to the platform. */
  join(destination: string): void
  /** A message that cannot be sent is logged. */
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

const isRecord = (value: unknown): value is Body => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Rejects with a `CastError`. */
export function openChannel({ host, port, sender, log, limits: given }: ChannelOptions): Promise<Channel> {
  const limits = { ...channelLimits, ...given }
  const opening = new Promise<Channel>((resolve, reject) => {
    // Devices have certificates of their own that no authority signs: they prove nothing, so they are not checked.
    const socket = connectTls({ host, port, rejectUnauthorized: false })
    const fail = (error: CastError): void => {
      clearTimeout(timer)
      socket.destroy()
      reject(error)
    }
    // For connection and handshake together.
    const timer = setTimeout(() => fail(new CastError('silent', 'The device did not accept the connection in time')), limits.connectMs)
    // Both stay after the handshake: an error without a listener would end the process.
    socket.on('error', (error) => fail(new CastError('unreachable', error.message)))
    socket.on('close', () => fail(new CastError('unreachable', 'The device closed the connection')))
    socket.once('secureConnect', () => {
      clearTimeout(timer)
      resolve(createChannel(socket, sender, log, limits))
    })
  })
  return opening.catch((error: unknown) => {
    throw toCastError(error, 'unreachable')
  })
}

function createChannel(socket: TLSSocket, sender: string, log: ChannelOptions['log'], limits: typeof channelLimits): Channel {
  const requests = createRequests(limits)
  const listeners = createListeners<ReceivedMessage>(log)
  const decode = createDecoder()
  const isWithinRate = createRate(limits)
  let missed = 0
  let ignored = 0
  let end: CastError | null = null
  let settleClosed: (error: CastError) => void
  const closed = new Promise<CastError>((resolve) => {
    settleClosed = resolve
  })

  /** @param isFlushed Whether the messages that wait are sent before. */
  function finish(error: CastError, isFlushed = false): void {
    if (end) return
    end = error
    clearInterval(heartbeat)
    if (isFlushed) {
      socket.end()
      setTimeout(() => socket.destroy(), flushMs).unref()
    } else socket.destroy()
    requests.rejectAll(error)
    settleClosed(error)
  }

  /** Returns why the message was not sent. */
  function write(destination: string, namespace: string, body: Body): CastError | null {
    if (end) return end
    try {
      const frame = encode({ source: sender, destination, namespace, payload: JSON.stringify(body) })
      if (socket.writableLength > limits.backlog) finish(new CastError('silent', 'The device does not read what it is sent'))
      else socket.write(frame)
      return end
    } catch (error) {
      return toCastError(error, 'invalid')
    }
  }

  function send(destination: string, namespace: string, body: Body): void {
    const error = write(destination, namespace, body)
    if (error && !end) log(`A message was not sent: ${error.message}`)
  }

  function receive({ source, namespace, payload }: CastMessage): void {
    const body = parse(payload)
    if (body === null) {
      ignored += 1
      if (ignored <= maxLogged) log(`The device sent text that is not a JSON object in ${namespace.slice(0, 100)}`)
      return
    }
    if (namespace === namespaces.heartbeat) {
      if (body['type'] === 'PING') send(source, namespaces.heartbeat, { type: 'PONG' })
      return
    }
    requests.resolve(body)
    listeners.emit({ source, namespace, body })
  }

  function receiveBytes(chunk: Buffer): void {
    if (!isWithinRate(0, chunk.length)) return finish(new CastError('malformed', 'The device sends too many bytes'))
    for (const message of decode(chunk)) {
      if (!isWithinRate(1, 0)) return finish(new CastError('malformed', 'The device sends too many messages'))
      missed = 0
      receive(message)
      if (end) return
    }
  }

  socket.on('data', (chunk: Buffer) => {
    if (end) return
    try {
      receiveBytes(chunk)
    } catch (error) {
      finish(toCastError(error, 'malformed'))
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
      const { promise, requestId } = requests.add(String(body['type']))
      if (requestId !== null) {
        const error = write(destination, namespace, { ...body, requestId })
        if (error) requests.reject(requestId, error)
      }
      return promise
    },
    subscribe: listeners.subscribe,
    closed,
    close: () => finish(new CastError('ended', 'The connection was closed here'), true),
  }
}

interface PendingRequest {
  resolve(body: Body): void
  reject(error: CastError): void
  timer: NodeJS.Timeout
}

/** The requests that wait for their answers. */
function createRequests(limits: { pending: number; requestMs: number }) {
  const pending = new Map<number, PendingRequest>()
  let issued = 0

  function take(requestId: unknown): PendingRequest | undefined {
    const request = pending.get(requestId as number)
    clearTimeout(request?.timer)
    pending.delete(requestId as number)
    return request
  }

  return {
    /** `requestId` is null if too many requests wait. */
    add(type: string): { promise: Promise<Body>; requestId: number | null } {
      const refused = new CastError('silent', 'Too many requests wait for an answer')
      if (pending.size >= limits.pending) return { promise: Promise.reject(refused), requestId: null }
      issued += 1
      const requestId = issued
      const promise = new Promise<Body>((resolve, reject) => {
        const timer = setTimeout(
          () => take(requestId)?.reject(new CastError('silent', `The device did not answer ${type} in time`)),
          limits.requestMs,
        )
        pending.set(requestId, { resolve, reject, timer })
      })
      return { promise, requestId }
    },
    resolve(answer: Body): void {
      take(answer['requestId'])?.resolve(answer)
    },
    reject(requestId: number, error: CastError): void {
      take(requestId)?.reject(error)
    },
    rejectAll(error: CastError): void {
      for (const requestId of [...pending.keys()]) take(requestId)?.reject(error)
    },
  }
}

/** Counts messages and bytes. False if there are too many within the time. */
function createRate(limits: { messages: number; bytes: number }): (messages: number, bytes: number) => boolean {
  let since = Date.now()
  let total = { messages: 0, bytes: 0 }
  return (messages, bytes) => {
    if (Date.now() - since > windowMs) {
      since = Date.now()
      total = { messages: 0, bytes: 0 }
    }
    total.messages += messages
    total.bytes += bytes
    return total.messages <= limits.messages && total.bytes <= limits.bytes
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
