/** Devices that do harm or nothing, over real TLS: the sender reports it, stays alive, and does not grow. */
import { createServer, type AddressInfo } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { afterEach, expect, test, vi } from 'vitest'
import { namespaces, openChannel, type Channel, type ChannelOptions } from '../../electron/cast/channel.ts'
import { encode, maxFrame } from '../../electron/cast/codec.ts'
import { CastError } from '../../electron/cast/errors.ts'
import { startDevice, write, type LoopbackDevice } from '../support/cast/device.ts'

const open: (() => unknown)[] = []
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close()
})

async function connectTo(onSocket: (socket: TLSSocket) => void, limits: ChannelOptions['limits'] = {}) {
  const device: LoopbackDevice = await startDevice(onSocket)
  open.push(device.close)
  const logged: string[] = []
  const channel: Channel = await openChannel({
    host: device.host,
    port: device.port,
    sender: 'sender-test',
    log: (text) => void logged.push(text),
    limits: { requestMs: 300, heartbeatMs: 100, ...limits },
  })
  open.push(channel.close)
  return { channel, logged, device }
}

const codeOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'resolved',
    (error: unknown) => (error instanceof CastError ? error.code : `not a CastError: ${String(error)}`),
  )
const ask = (channel: Channel): Promise<unknown> => channel.request('receiver-0', namespaces.receiver, { type: 'GET_STATUS' })
/** Answers heartbeats, so that the device counts as alive. */
const live = (socket: TLSSocket): void => {
  const timer = setInterval(
    () => write(socket, { source: 'receiver-0', destination: '*', namespace: namespaces.heartbeat, body: { type: 'PONG' } }),
    50,
  )
  socket.on('close', () => clearInterval(timer))
}
const frame = (bytes: Buffer): Buffer => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes.length)
  return Buffer.concat([length, bytes])
}

test('K1 a device that is not there → unreachable', async () => {
  const device = await startDevice(() => undefined)
  await device.close()
  const opening = openChannel({ host: device.host, port: device.port, sender: 's', log: () => undefined })
  expect(await codeOf(opening)).toBe('unreachable')
})

test('K1 text that is not JSON, or no object → logged and ignored; the connection lives on', async () => {
  let answer = (_requestId: number): void => undefined
  const { channel, logged } = await connectTo((socket) => {
    live(socket)
    for (const text of ['{', '"text"', '[1]', 'null'])
      socket.write(frame(Buffer.concat([Buffer.from([0x22, 1, 0x6e, 0x32, text.length]), Buffer.from(text)])))
    answer = (requestId) =>
      write(socket, {
        source: 'receiver-0',
        destination: '*',
        namespace: namespaces.receiver,
        body: { type: 'RECEIVER_STATUS', requestId },
      })
  })
  await expect.poll(() => logged).toHaveLength(4)
  const request = ask(channel)
  answer(1)
  expect(await request).toMatchObject({ type: 'RECEIVER_STATUS' })
})

test.each([
  ['broken protocol buffers', frame(Buffer.from([0x12, 0x7f, 1]))],
  ['a frame of two gigabytes', Buffer.from([0x7f, 0xff, 0xff, 0xff])],
  ['an HTTP response', Buffer.from('HTTP/1.1 200 OK\r\n\r\n')],
])('K1 %s → the connection ends as malformed, and waiting requests are rejected', async (_what, bytes) => {
  const { channel } = await connectTo((socket) => {
    socket.once('data', () => socket.write(bytes))
  })
  expect(await codeOf(ask(channel))).toBe('malformed')
  expect((await channel.closed).code).toBe('malformed')
  expect(await codeOf(ask(channel))).toBe('malformed')
})

/** Sends the bytes again and again, as fast as they are read. */
const pour = (socket: TLSSocket, bytes: Buffer): void => {
  const more = (): void => {
    while (!socket.destroyed && socket.write(bytes));
  }
  socket.on('drain', more)
  more()
}

test('K1 a flood of the largest frames, and no limit of the rate → no more than one frame is held', async () => {
  // An unknown field that fills the frame.
  const filler = Buffer.alloc(maxFrame)
  filler.set([0x5a, 0xfc, 0xff, 0x07])
  const { channel } = await connectTo((socket) => pour(socket, frame(filler)), { bytes: Infinity, messages: Infinity })
  await new Promise((resolve) => setTimeout(resolve, 300))
  const before = process.memoryUsage().rss
  await new Promise((resolve) => setTimeout(resolve, 1500))
  expect((process.memoryUsage().rss - before) / 1e6, 'MB').toBeLessThan(60)
  channel.close()
  expect((await channel.closed).code).toBe('ended')
})

test('K1 a frame that never ends → refused at its length, and of the rest nothing is held', async () => {
  const received = { bytes: 0 }
  const { channel } = await connectTo((socket) => {
    socket.write(Buffer.from([0x7f, 0xff, 0xff, 0xff]))
    const sent = socket.bytesWritten
    socket.on('close', () => (received.bytes = socket.bytesWritten - sent))
    pour(socket, Buffer.alloc(64 * 1024, 1))
  })
  const before = process.memoryUsage().rss
  expect((await channel.closed).code).toBe('malformed')
  await expect.poll(() => received.bytes).toBeGreaterThan(0)
  expect((process.memoryUsage().rss - before) / 1e6, 'MB').toBeLessThan(60)
})

test.each([
  ['messages', { source: 'receiver-0', destination: '*', namespace: namespaces.receiver, body: { type: 'RECEIVER_STATUS' } }, {}],
  ['pings', { source: 'receiver-0', destination: '*', namespace: namespaces.heartbeat, body: { type: 'PING' } }, {}],
  ['bytes', { source: 'a', destination: '*', namespace: namespaces.media, body: { text: 'x'.repeat(60_000) } }, { messages: Infinity }],
])('K1 a flood of %s → the connection ends, and as many are handled as the limit permits', async (_what, message, given) => {
  const limits = { messages: 200, bytes: 3_000_000, ...given }
  const received: unknown[] = []
  const { channel } = await connectTo((socket) => {
    const one = encode({ ...message, payload: JSON.stringify(message.body) })
    setTimeout(() => pour(socket, one), 50)
  }, limits)
  channel.subscribe((one) => void received.push(one))
  expect((await channel.closed).code).toBe('malformed')
  expect(received.length).toBeLessThanOrEqual(200)
})

test('K1 text that is not JSON, a thousand times → ten lines in the log', async () => {
  const { logged, channel } = await connectTo((socket) => {
    live(socket)
    for (let n = 0; n < 1000; n += 1) socket.write(encode({ source: 'a', destination: '*', namespace: 'n', payload: '{' }))
    write(socket, { source: 'receiver-0', destination: '*', namespace: 'last', body: {} })
  })
  await new Promise<void>((resolve) => channel.subscribe(({ namespace }) => void (namespace === 'last' && resolve())))
  expect(logged).toHaveLength(10)
})

test('K1 a device that sends a byte from time to time, but no message → silent', async () => {
  const { channel } = await connectTo((socket) => {
    socket.write(Buffer.from([0, 1, 0, 0]))
    const timer = setInterval(() => socket.write(Buffer.alloc(1)), 50)
    socket.on('close', () => clearInterval(timer))
  })
  expect((await channel.closed).code).toBe('silent')
})

test('K1 a port that accepts connections without TLS, and sends a byte from time to time → silent after the time limit', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    // The header of a TLS record, whose rest never comes.
    socket.write(Buffer.from([0x16, 3, 3, 0x3f, 0xff]))
    const timer = setInterval(() => socket.write(Buffer.alloc(1)), 50)
    socket.on('close', () => clearInterval(timer))
  })
  open.push(() => server.close())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const opening = openChannel({
    host: '127.0.0.1',
    port: (server.address() as AddressInfo).port,
    sender: 's',
    log: () => undefined,
    limits: { connectMs: 300 },
  })
  expect(await codeOf(opening)).toBe('silent')
})

test('K1 a port that does not exist → unreachable, and no exception', async () => {
  expect(await codeOf(openChannel({ host: '127.0.0.1', port: 70_000, sender: 's', log: () => undefined }))).toBe('unreachable')
})

test('K2 a request that is too large, or not JSON → invalid at once; the connection lives on', async () => {
  const { channel, logged } = await connectTo(live)
  const request = (body: Record<string, unknown>) => codeOf(channel.request('receiver-0', namespaces.media, { type: 'LOAD', ...body }))
  const circular: Record<string, unknown> = {}
  circular['self'] = circular
  expect(await request({ text: 'x'.repeat(65_536) })).toBe('invalid')
  expect(await request(circular)).toBe('invalid')
  channel.send('receiver-0', namespaces.strand, circular)
  expect(logged.join()).toContain('not sent')
  expect(await Promise.race([channel.closed, Promise.resolve('open')])).toBe('open')
})

test('K1 a device that accepts and stays silent → the request times out, then the connection', async () => {
  const { channel } = await connectTo(() => undefined, { requestMs: 150, heartbeatMs: 100 })
  expect(await codeOf(ask(channel))).toBe('silent')
  expect((await channel.closed).code).toBe('silent')
})

test('K1 a device that answers heartbeats but no request → only the request fails', async () => {
  const { channel } = await connectTo(live)
  expect(await codeOf(ask(channel))).toBe('silent')
  const state = await Promise.race([channel.closed.then(() => 'closed'), new Promise((resolve) => setTimeout(resolve, 500, 'open'))])
  expect(state).toBe('open')
})

test('K1 a device that closes in the middle of a frame → unreachable, and waiting requests are rejected', async () => {
  const { channel } = await connectTo((socket) => {
    socket.once('data', () => socket.end(Buffer.from([0, 0, 1, 0, 0x12])))
  })
  expect(await codeOf(ask(channel))).toBe('unreachable')
  expect((await channel.closed).code).toBe('unreachable')
})

test('K1 a device that does not read → the connection ends, and nothing piles up', async () => {
  const { channel } = await connectTo(
    (socket) => {
      socket.pause()
      live(socket)
    },
    { backlog: 200_000 },
  )
  const body = { type: 'LOAD', text: 'x'.repeat(60_000) }
  let isOver = false
  void channel.closed.then(() => (isOver = true))
  for (let n = 0; n < 400 && !isOver; n += 1) {
    channel.send('receiver-0', namespaces.strand, body)
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect((await channel.closed).code).toBe('silent')
})

test('K1 the device pings → answered; requests beyond the limit → rejected at once', async () => {
  const answered: string[] = []
  const { channel } = await connectTo((socket) => {
    live(socket)
    socket.on('data', (chunk: Buffer) => void answered.push(chunk.toString('latin1')))
    write(socket, { source: 'receiver-0', destination: 'sender-test', namespace: namespaces.heartbeat, body: { type: 'PING' } })
  })
  await expect.poll(() => answered.join('').includes('{"type":"PONG"}')).toBe(true)
  const request = Array.from({ length: 70 }, () => codeOf(ask(channel)))
  expect(await Promise.race(request)).toBe('silent')
  channel.close()
  expect(new Set(await Promise.all(request))).toEqual(new Set(['silent', 'ended']))
})

test('K1 a listener that throws → logged; the others get the message', async () => {
  const { channel, logged } = await connectTo((socket) => {
    live(socket)
    socket.on('data', () => write(socket, { source: 'receiver-0', destination: '*', namespace: namespaces.receiver, body: { type: 'X' } }))
  })
  const received: unknown[] = []
  channel.subscribe(() => {
    throw new Error('broken')
  })
  channel.subscribe((message) => void received.push(message.body['type']))
  channel.send('receiver-0', namespaces.receiver, { type: 'GO' })
  await expect.poll(() => received).toContain('X')
  expect(logged.join()).toContain('broken')
})

test('K1 heartbeats every five seconds: three without an answer → silent, and all requests are rejected', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  open.push(() => vi.useRealTimers())
  let isAnswering = true
  let pings = 0
  const { channel } = await connectTo(
    (socket) =>
      socket.on('data', (chunk: Buffer) => {
        if (!chunk.includes('PING')) return
        pings += 1
        if (isAnswering) write(socket, { source: 'receiver-0', destination: '*', namespace: namespaces.heartbeat, body: { type: 'PONG' } })
      }),
    { requestMs: 60_000, heartbeatMs: 5000 },
  )
  const isOpen = async () => (await Promise.race([channel.closed, Promise.resolve('open')])) === 'open'
  /** Until the device has read the ping, and the sender what the device sends. */
  const advance = async (expected: number): Promise<void> => {
    vi.advanceTimersByTime(5000)
    while (pings < expected) await new Promise((resolve) => setTimeout(resolve, 5))
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  for (const n of [1, 2, 3, 4, 5]) await advance(n)
  expect(await isOpen(), 'while it is answered').toBe(true)
  isAnswering = false
  const waiting = [ask(channel), ask(channel)].map(codeOf)
  for (const n of [6, 7, 8]) await advance(n)
  expect(await isOpen(), 'after fifteen seconds').toBe(true)
  expect(pings).toBe(8)
  vi.advanceTimersByTime(5000)
  expect(await isOpen(), 'after twenty seconds').toBe(false)
  expect(await Promise.all(waiting)).toEqual(['silent', 'silent'])
})

test('K1 the sender leaves → its last message arrives before the connection ends', async () => {
  const received: string[] = []
  let isClosed = false
  const { channel } = await connectTo((socket) => {
    socket.on('data', (chunk: Buffer) => void received.push(chunk.toString('latin1')))
    socket.on('close', () => (isClosed = true))
  })
  for (let n = 0; n < 5; n += 1) channel.send('receiver-0', namespaces.strand, { text: 'x'.repeat(60_000) })
  channel.send('receiver-0', namespaces.connection, { type: 'CLOSE' })
  channel.close()
  await expect.poll(() => isClosed).toBe(true)
  expect(received.join('')).toContain('{"type":"CLOSE"}')
})
