/** Clients that send slowly or not at all, against a server with short limits. */
import type { Server } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connectionLimits, createServer } from '#http/connections.ts'

let server: Server
let received: number
beforeEach(async () => {
  received = 0
  server = createServer(
    (request, response) => {
      request.on('data', (part: Buffer) => (received += part.length)).on('end', () => response.end('done'))
      request.on('error', () => {})
    },
    { requestMs: 300, minBytesPerSecond: 10_000, totalRequestMs: 5_000, idleMs: 1_000 },
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterEach(
  () =>
    new Promise((resolve) => {
      server.closeAllConnections()
      server.close(resolve)
    }),
)

interface Reply {
  socket: Socket
  /** The complete answer, and how long the connection lasted (ms). */
  closed: Promise<{ answer: string; ms: number }>
}

function open(): Reply {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  const startedAt = performance.now()
  let answer = ''
  socket
    .setEncoding('utf8')
    .on('data', (part: string) => (answer += part))
    .on('error', () => {})
  return { socket, closed: new Promise((resolve) => socket.once('close', () => resolve({ answer, ms: performance.now() - startedAt }))) }
}

const head = (length: number): string => `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n`

test('BY7 the limits are 30 s for a slow request and 75 s for an idle connection', () => {
  expect(connectionLimits).toMatchObject({ requestMs: 30_000, idleMs: 75_000 })
})

test.each<[string, (socket: Socket) => void]>([
  ['that never arrives', () => {}],
  ['that stops', (socket) => socket.write('x'.repeat(1000))],
  [
    'that arrives byte by byte',
    (socket) => {
      const drip = setInterval(() => socket.write('x'), 50)
      socket.once('close', () => clearInterval(drip))
    },
  ],
])('BY7 a request with a body %s is answered 408 and closed at the limit', async (_name, send) => {
  const { socket, closed } = open()
  socket.write(head(100_000))
  send(socket)
  const { answer, ms } = await closed
  expect(answer).toMatch(/^HTTP\/1\.1 408 /)
  expect(ms).toBeGreaterThan(250)
  expect(ms).toBeLessThan(2_500)
})

test('BY7 headers that never end are closed at the limit', async () => {
  const { socket, closed } = open()
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n')
  expect((await closed).ms).toBeLessThan(2_500)
})

test('BY7 a connection that sends nothing is closed', async () => {
  expect((await open().closed).ms).toBeLessThan(2_500)
})

test('BY7 a connection that is idle after a request is closed', async () => {
  const { socket, closed } = open()
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  const { answer, ms } = await closed
  expect(answer).toContain('200 OK')
  expect(ms).toBeGreaterThan(900)
  expect(ms).toBeLessThan(4_000)
})

test('BY7 a large upload that keeps sending data may take longer than the limit', async () => {
  const { socket, closed } = open()
  socket.write(head(60_000))
  for (let n = 0; n < 10; n += 1) {
    await sleep(100)
    socket.write('x'.repeat(6_000))
  }
  const { answer } = await closed
  expect(received).toBe(60_000)
  expect(answer).toContain('200 OK')
})
