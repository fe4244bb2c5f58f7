/** Strand Connect over a real server and real WebSockets. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { connectCloseCodes, connectLimits, connectPath, connectProtocol } from '#contract/rules.ts'
import { transaction } from '#db/transaction.ts'
import { SessionEntity } from '../../server/features/accounts/entities.ts'
import { createConnect } from '../../server/features/connect/service.ts'
import {
  closeSockets,
  codeOf,
  connectDevice,
  cookieOf,
  hello,
  openSocket,
  upgradeStatus,
  type Attempt,
  type Hello,
} from '../support/connect-device.ts'
import { startTestServer, type Client, type TestServer } from '../support/server.ts'

let server: TestServer
const socketLimits = { helloMs: 400, pingMs: 400, frames: 40, bytes: 5_000_000, sockets: 25 }

beforeAll(async () => {
  server = await startTestServer({
    services: (services) => {
      void services.connect.stop()
      return {
        ...services,
        connect: createConnect({
          ...services,
          config: { publicUrl: 'http://127.0.0.1', hasPublicUrl: false },
          socketLimits,
          lingerMs: 300,
        }),
      }
    },
  })
})
afterAll(() => server.close())

afterEach(closeSockets)
const connect = (attempt: Attempt): WebSocket => openSocket(server.url, attempt)
const statusOf = (attempt: Attempt): Promise<number | undefined> => upgradeStatus(server.url, attempt)
const device = (client: Client, given: Partial<Hello> = {}) => connectDevice(server.url, client, given)

describe('devices', () => {
  it('BZ10 two devices of a member → each lists both, equal names with a number, and what they play', async () => {
    const { client } = await server.signUp()
    const first = await device(client)
    const playing = { title: 'Blue', creator: 'Ada', bead: 'Sea songs', isPlaying: true }
    const second = await device(client, { kind: 'tv', playing })
    const devices = await first.listed(({ length }) => length === 2)
    expect(devices).toMatchObject([
      { id: first.id, name: 'Firefox on Linux', kind: 'browser', playing: null },
      { id: second.id, name: 'Firefox on Linux (2)', kind: 'tv', playing, outputs: ['hosted'] },
    ])
    second.send({ type: 'playing', playing: null })
    expect(await first.listed((list) => list[1]?.playing === null)).toHaveLength(2)
    first.send({ type: 'rename', id: second.id, name: 'Living room' })
    expect((await second.listed((list) => list[1]?.name === 'Living room'))[0]!.name).toBe('Firefox on Linux')
  })

  it('BZ4 BZ10 a message to another device → delivered with its sender; to an unknown one → undelivered', async () => {
    const { client } = await server.signUp()
    const [first, second] = [await device(client), await device(client)]
    first.send({ type: 'send', to: second.id, body: '{"type":"sync"}' })
    expect(await second.message()).toEqual({ type: 'message', from: first.id, body: '{"type":"sync"}' })
    first.send({ type: 'send', to: 'device-that-is-not-there', body: 'x' })
    expect(await first.undelivered()).toEqual({ type: 'undelivered', to: 'device-that-is-not-there' })
  })

  it('BZ10 a device of another member → neither listed nor reachable nor renamed', async () => {
    const [ada, bob] = [await server.signUp(), await server.signUp()]
    const [mine, theirs] = [await device(ada.client), await device(bob.client)]
    await mine.listed(({ length }) => length === 1)
    await theirs.listed(({ length }) => length === 1)
    mine.send({ type: 'send', to: theirs.id, body: 'x' })
    await mine.undelivered()
    mine.send({ type: 'rename', id: theirs.id, name: 'Stolen' })
    const second = await device(bob.client)
    expect((await second.listed(({ length }) => length === 2)).map(({ name }) => name)).not.toContain('Stolen')
    expect(theirs.frames.some(({ type }) => type === 'message')).toBe(false)
  })

  it('BZ10 a device that reconnects within the linger time → it keeps its place; one that does not → it is removed', async () => {
    const { client } = await server.signUp()
    const watcher = await device(client)
    const first = await device(client)
    await watcher.listed(({ length }) => length === 2)
    first.socket.terminate()
    await codeOf(first.socket)
    const again = await device(client, { id: first.id })
    expect((await watcher.listed(([, second]) => second?.connected === true)).map(({ id }) => id)).toEqual([watcher.id, first.id])
    again.socket.close()
    await watcher.listed(([, second]) => second?.connected === false)
    const devices = await watcher.listed(({ length }) => length === 1)
    expect(devices.map(({ id }) => id)).toEqual([watcher.id])
  })

  it('BZ10 the same device connects a second time → the first socket is closed as replaced', async () => {
    const { client } = await server.signUp()
    const first = await device(client)
    const closed = codeOf(first.socket)
    const second = await device(client, { id: first.id })
    expect(await closed).toBe(connectCloseCodes.replaced)
    expect(await second.listed(({ length }) => length === 1)).toHaveLength(1)
  })
})

describe('upgrades that are refused', () => {
  it.each<[string, (client: Client) => Attempt, number]>([
    ['another path', (client) => ({ client, path: '/api/v2/other' }), 404],
    // One rejection that is not handled would end the server.
    ['a path that is no URL', (client) => ({ client, path: '//' }), 404],
    ['no subprotocol of ours', (client) => ({ client, protocols: ['chat'] }), 400],
    ['another origin', (client) => ({ client, origin: 'https://evil.example' }), 403],
    ['the origin "null"', (client) => ({ client, origin: 'null' }), 403],
    ['no origin with a cookie', (client) => ({ client, origin: null }), 403],
    ['another port of the same host', (client) => ({ client, origin: 'http://127.0.0.1:1' }), 403],
    ['no session', () => ({}), 401],
    ['an unknown token', () => ({ protocols: [connectProtocol, 'token.unknown'] }), 401],
    ['an unknown token without an origin', () => ({ origin: null, protocols: [connectProtocol, 'token.unknown'] }), 401],
  ])('BZ10 %s → refused', async (_, attempt, status) => {
    const { client } = await server.signUp()
    expect(await statusOf(attempt(client))).toBe(status)
  })

  it('BZ10 a session token as a subprotocol without an origin → accepted, and not repeated in the answer', async () => {
    const { client } = await server.signUp()
    const [, token] = [...client.cookies].find(([name]) => name.endsWith('strand_session'))!
    const socket = connect({ origin: null, protocols: [connectProtocol, `token.${token}`] })
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
    expect(socket.protocol).toBe(connectProtocol)
  })

  it('BZ10 more sockets of one address than allowed → 429, and again possible once some are closed', async () => {
    const { client } = await server.signUp()
    const attempts = await Promise.all(Array.from({ length: 40 }, () => statusOf({ client })))
    expect(attempts.filter((status) => status === 101)).toHaveLength(socketLimits.sockets)
    expect(attempts.filter((status) => status === 429)).toHaveLength(40 - socketLimits.sockets)
    await closeSockets()
    await expect.poll(() => statusOf({ client })).toBe(101)
  })

  it('BZ10 BY7 10,000 sockets of one address → few are open at a time, the others get 429, and requests are answered', async () => {
    const { client } = await server.signUp()
    const statuses = new Map<number | undefined, number>()
    const delays: number[] = []
    let open = 0
    let mostOpen = 0
    async function attempt(): Promise<void> {
      const socket = connect({ client })
      const status = await new Promise<number | undefined>((resolve) => {
        socket.once('open', () => {
          open += 1
          mostOpen = Math.max(mostOpen, open)
          socket.once('close', () => (open -= 1))
          resolve(101)
        })
        socket.once('unexpected-response', (_request, response) => {
          resolve(response.statusCode)
          response.destroy()
        })
        socket.once('error', () => resolve(undefined))
      })
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
    for (let batch = 0; batch < 40; batch += 1) {
      const attempts = Promise.all(Array.from({ length: 250 }, attempt))
      const start = performance.now()
      expect((await client.get('/healthz')).status).toBe(200)
      delays.push(performance.now() - start)
      await attempts
    }
    expect([...statuses.keys()].toSorted()).toEqual([101, 429])
    expect([...statuses.values()].reduce((sum, count) => sum + count, 0)).toBe(10_000)
    expect(mostOpen).toBeLessThanOrEqual(socketLimits.sockets)
    // A request waits for the attempts of its batch at most.
    expect(delays.toSorted((a, b) => a - b)[20]).toBeLessThan(1000)
    await closeSockets()
    await expect.poll(() => statusOf({ client })).toBe(101)
  }, 60_000)

  it('BZ10 more devices of one member than allowed → closed', async () => {
    const { client } = await server.signUp()
    for (let n = 0; n < connectLimits.devices; n += 1) await device(client)
    const socket = connect({ client })
    socket.once('open', () => socket.send(JSON.stringify(hello())))
    expect(await codeOf(socket)).toBe(connectCloseCodes.limit)
  })
})

describe('frames', () => {
  const valid = () => JSON.stringify(hello())
  it.each<[string, () => (string | Buffer)[], number]>([
    ['no JSON', () => ['{'], connectCloseCodes.invalid],
    ['a binary frame', () => [Buffer.from(valid())], connectCloseCodes.invalid],
    ['a first frame that is not hello', () => [JSON.stringify({ type: 'playing', playing: null })], connectCloseCodes.invalid],
    ['a second hello', () => [valid(), valid()], connectCloseCodes.invalid],
    ['an unknown type', () => [valid(), '{"type":"__proto__"}'], connectCloseCodes.invalid],
    ['a name that is too long', () => [JSON.stringify(hello({ name: 'x'.repeat(61) }))], connectCloseCodes.invalid],
    ['an id with other characters', () => [JSON.stringify(hello({ id: '../../etc/passwd-0000' }))], connectCloseCodes.invalid],
    ['deeply nested JSON', () => [valid(), `${'['.repeat(200_000)}${']'.repeat(200_000)}`], connectCloseCodes.invalid],
    ['another version', () => [JSON.stringify(hello({ version: 2 }))], connectCloseCodes.version],
    ['a frame that is too large', () => [valid(), 'x'.repeat(connectLimits.frame + 1)], connectCloseCodes.tooLarge],
    ['too many frames', () => [valid(), ...Array.from({ length: 50 }, () => '{"type":"playing","playing":null}')], connectCloseCodes.limit],
    [
      'too many bytes',
      () => [
        valid(),
        ...Array.from({ length: 3 }, () => JSON.stringify({ type: 'send', to: 'device-that-is-not-there', body: 'x'.repeat(2_000_000) })),
      ],
      connectCloseCodes.limit,
    ],
    ['nothing at all', () => [], connectCloseCodes.invalid],
  ])('BZ10 %s → closed with a code, and the server lives on', async (_, frames, code) => {
    const { client } = await server.signUp()
    const socket = connect({ client })
    socket.on('error', () => undefined)
    socket.once('open', () => {
      for (const frame of frames()) socket.send(frame)
    })
    expect(await codeOf(socket)).toBe(code)
    expect((await client.get('/healthz')).status).toBe(200)
  })

  it('BZ10 a device that answers no ping → disconnected', async () => {
    const { client } = await server.signUp()
    const silent = await device(client)
    // Like a machine that sleeps: nothing is read any more.
    silent.socket.pause()
    const watcher = await device(client)
    await watcher.listed(({ length }) => length === 2)
    expect(await watcher.listed(({ length }) => length === 1)).toHaveLength(1)
  })

  it('BZ10 broken bytes instead of frames → the socket is closed, and the server lives on', async () => {
    const { client } = await server.signUp()
    const broken = await device(client)
    const raw = (broken.socket as unknown as { _socket: { write(data: Buffer): void } })._socket
    broken.socket.on('error', () => undefined)
    raw.write(Buffer.from([0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x00]))
    await codeOf(broken.socket)
    expect((await client.get('/healthz')).status).toBe(200)
  })
})

describe('the end of a session', () => {
  it.each<[string, (client: Client) => Promise<{ status: number }>]>([
    ['log-out', (client) => client.post('/logout')],
    [
      'a password change elsewhere',
      (client) => client.post('/api/v0/me/password', { password: 'correct horse', newPassword: 'another horse' }),
    ],
  ])('BZ10 %s → the device is disconnected at once and not listed any more', async (_, end) => {
    const { client, me } = await server.signUp()
    const ended = await device(client)
    const other = server.client()
    await other.post('/api/v1/auth/login', { username: me.uid, password: 'correct horse' })
    const closed = codeOf(ended.socket)
    const started = performance.now()
    // A password change keeps the session that makes it.
    const answer = await end(_ === 'log-out' ? client : other)
    expect(answer.status).toBeLessThan(300)
    expect(await closed).toBe(connectCloseCodes.ended)
    expect(performance.now() - started).toBeLessThan(1500)
    const watcher = await device(other)
    expect(await watcher.listed(({ length }) => length === 1)).toHaveLength(1)
  })

  it('BZ10 a session that another process ends → disconnected within seconds', async () => {
    const { client, me } = await server.signUp()
    const ended = await device(client)
    const closed = codeOf(ended.socket)
    await transaction(server.db, (manager) => manager.delete(SessionEntity, { uid: me.uid }))
    expect(await closed).toBe(connectCloseCodes.ended)
  })

  it('BZ10 the server stops → devices are told to reconnect', async () => {
    const other = await startTestServer()
    const { client } = await other.signUp()
    const socket = new WebSocket(`${other.url.replace('http', 'ws')}${connectPath}`, [connectProtocol], {
      headers: { Cookie: cookieOf(client), Origin: other.url },
    })
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
    socket.send(valid())
    const closed = codeOf(socket)
    await other.services.connect.stop()
    expect(await closed).toBe(connectCloseCodes.restart)
    await other.close()
  })
  const valid = () => JSON.stringify(hello())
})
