/** Devices that do harm or nothing, over real TLS: the sender reports it, stays alive, and does not grow. */
import type { TLSSocket } from 'node:tls'
import { afterEach, expect, test } from 'vitest'
import { namespaces, openChannel, type Channel, type ChannelOptions } from '../../electron/cast/channel.ts'
import { maxFrame } from '../../electron/cast/codec.ts'
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

test('K1 an endless frame → held up to the limit, and the memory does not grow', async () => {
  const { channel } = await connectTo((socket) => {
    live(socket)
    const length = Buffer.alloc(4)
    length.writeUInt32BE(maxFrame)
    // Frames of unknown fields, one after the other, as fast as they are read.
    const unknown = Buffer.alloc(maxFrame, 0)
    unknown.writeUInt8(0x5a, 0)
    unknown.writeUInt8(0xfc, 1)
    unknown.writeUInt8(0xff, 2)
    unknown.writeUInt8(0x07, 3)
    const pour = (): void => {
      while (!socket.destroyed && socket.write(Buffer.concat([length, unknown])));
    }
    socket.on('drain', pour)
    pour()
  })
  const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
  await wait(300)
  const before = process.memoryUsage().rss
  await wait(1500)
  expect((process.memoryUsage().rss - before) / 1e6, 'MB').toBeLessThan(60)
  channel.close()
  expect((await channel.closed).code).toBe('ended')
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
