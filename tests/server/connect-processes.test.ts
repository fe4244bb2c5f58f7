/** Strand Connect with two processes of the server on one database (decision 57). */
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { connectCloseCodes, connectLimits } from '#contract/rules.ts'
import { createConnect } from '../../server/features/connect/service.ts'
import { closeSockets, codeOf, connectDevice, hello, openSocket } from '../support/connect-device.ts'
import { startTestServer, testDatabaseKind, type Client, type TestServer } from '../support/server.ts'

/** SQLite has one process only. */
describe.runIf(testDatabaseKind === 'postgres')('on PostgreSQL, with two processes', () => {
  let first: TestServer
  let second: TestServer
  let admin: pg.Client
  beforeAll(async () => {
    first = await startTestServer()
    const { database } = first.config
    const url = database.kind === 'postgres' ? database.url : ''
    second = await startTestServer({ databaseUrl: () => url })
    admin = new pg.Client({ connectionString: url })
    await admin.connect()
  })
  afterAll(async () => {
    await admin.end()
    await second.close()
    await first.close()
  })
  afterEach(closeSockets)

  const at = (server: TestServer, client: Client, given = {}) => connectDevice(server.url, client, given)
  const rows = async (statement: string, values: unknown[] = []): Promise<unknown[]> => (await admin.query(statement, values)).rows
  /** A device at each process, which know each other. */
  async function pair(client: Client) {
    const [one, other] = [await at(first, client, { name: 'Desk' }), await at(second, client, { name: 'Sofa' })]
    await one.listed(({ length }) => length === 2)
    await other.listed(({ length }) => length === 2)
    return [one, other] as const
  }

  it('BZ10 devices at both processes list each other in one order, with what they play; a name can be changed from either', async () => {
    const { client } = await first.signUp()
    const [one, other] = await pair(client)
    const playing = { title: 'Blue', creator: 'Ada', bead: 'Sea songs', isPlaying: true }
    other.send({ type: 'playing', playing })
    const listed = await one.listed(([, sofa]) => sofa?.playing !== null && sofa?.playing !== undefined)
    expect(listed).toMatchObject([
      { id: one.id, name: 'Desk', connected: true },
      { id: other.id, name: 'Sofa', playing, connected: true },
    ])
    one.send({ type: 'rename', id: other.id, name: 'Living room' })
    const names = (devices: { name: string }[]) => devices.map(({ name }) => name).join()
    await one.listed((devices) => names(devices) === 'Desk,Living room')
    await other.listed((devices) => names(devices) === 'Desk,Living room')
  })

  it('BZ4 BZ10 two hundred messages in both directions at once arrive in order, none twice, and leave no row', async () => {
    const { client } = await first.signUp()
    const [one, other] = await pair(client)
    const received = async (device: typeof one) => {
      const bodies: string[] = []
      for (let n = 0; n < 100; n += 1) bodies.push((await device.message()).body)
      return bodies
    }
    for (let n = 0; n < 100; n += 1) {
      one.send({ type: 'send', to: other.id, body: `to the sofa ${n}` })
      other.send({ type: 'send', to: one.id, body: `to the desk ${n}` })
    }
    const numbers = Array.from({ length: 100 }, (_, n) => n)
    expect(await Promise.all([received(other), received(one)])).toEqual([
      numbers.map((n) => `to the sofa ${n}`),
      numbers.map((n) => `to the desk ${n}`),
    ])
    await expect.poll(() => rows('SELECT 1 FROM "connect_message"')).toEqual([])
  })

  it('BZ10 a large message crosses; notifications carry ids only', async () => {
    const payloads: string[] = []
    admin.on('notification', ({ payload }) => void payloads.push(payload ?? ''))
    await admin.query('LISTEN strand_connect')
    const { client, me } = await first.signUp()
    const [one, other] = await pair(client)
    const body = 'secret '.repeat(100_000)
    one.send({ type: 'send', to: other.id, body })
    expect((await other.message()).body).toBe(body)
    await admin.query('UNLISTEN strand_connect')
    expect(payloads.length).toBeGreaterThan(2)
    for (const payload of payloads) expect(payload).toMatch(/^(device [\w.-]+|message [0-9a-f]{24}|session [\w.-]*)$/)
    expect(payloads).toContain(`device ${me.uid}`)
  })

  it('BZ10 a message to a device that has just left the other process → undelivered', async () => {
    const { client } = await first.signUp()
    const [one, other] = await pair(client)
    other.socket.close()
    await one.listed(([, sofa]) => sofa?.connected === false)
    one.send({ type: 'send', to: other.id, body: 'x' })
    expect(await one.undelivered()).toEqual({ type: 'undelivered', to: other.id })
  })

  it('BZ10 a device of another member at the other process → neither listed nor reachable nor renamed', async () => {
    const [ada, bob] = [await first.signUp(), await first.signUp()]
    const [mine] = await pair(ada.client)
    const [, theirs] = await pair(bob.client)
    mine.send({ type: 'send', to: theirs.id, body: 'x' })
    expect(await mine.undelivered()).toEqual({ type: 'undelivered', to: theirs.id })
    mine.send({ type: 'rename', id: theirs.id, name: 'Stolen' })
    theirs.send({ type: 'playing', playing: { title: 'T', creator: 'C', bead: 'B', isPlaying: true } })
    const listed = await theirs.listed(([, sofa]) => sofa?.playing != null)
    expect(listed.map(({ name }) => name)).toEqual(['Desk', 'Sofa'])
    expect(theirs.frames.some(({ type }) => type === 'message')).toBe(false)
  })

  it('BZ10 a device that connects to the other process is replaced there, keeps its place, and stays connected', async () => {
    const { client } = await first.signUp()
    const [one, other] = await pair(client)
    const replaced = codeOf(one.socket)
    const again = await at(second, client, { id: one.id, name: 'Desk' })
    expect(await replaced).toBe(connectCloseCodes.replaced)
    again.send({ type: 'send', to: other.id, body: 'here' })
    expect(await other.message()).toMatchObject({ from: one.id, body: 'here' })
    const listed = await again.listed((devices) => devices.length === 2 && devices.every(({ connected }) => connected))
    expect(listed.map(({ id }) => id)).toEqual([one.id, other.id])
  })

  it('BZ10 the number of devices is limited across processes', async () => {
    const { client } = await first.signUp()
    const [, other] = await pair(client)
    for (let n = 2; n < connectLimits.devices; n += 1) await at(n % 2 === 0 ? first : second, client)
    await other.listed(({ length }) => length === connectLimits.devices)
    const socket = openSocket(second.url, { client })
    socket.once('open', () => socket.send(JSON.stringify(hello())))
    expect(await codeOf(socket)).toBe(connectCloseCodes.limit)
  })

  it('BY7 BZ10 a session that ends at one process → its device at the other is disconnected at once, the others stay', async () => {
    const { client, me, password } = await first.signUp()
    const other = second.client()
    await other.post('/api/v1/auth/login', { username: me.uid, password })
    const [stays, ended] = [await at(first, client), await at(second, other)]
    await stays.listed(({ length }) => length === 2)
    const closed = codeOf(ended.socket)
    const started = performance.now()
    expect((await client.post('/api/v0/me/sessions/revokeothers')).body).toEqual({ revoked: 1 })
    expect(await closed).toBe(connectCloseCodes.ended)
    expect(performance.now() - started).toBeLessThan(1000)
    expect((await stays.listed(({ length }) => length === 1)).map(({ id }) => id)).toEqual([stays.id])
  })

  it('BZ10 a process that no longer reports → its devices are removed within twenty seconds', async () => {
    const { client, me } = await first.signUp()
    const one = await at(first, client)
    await admin.query('INSERT INTO "connect_process" ("id", "seenMs") VALUES ($1, extract(epoch FROM clock_timestamp()) * 1000 - 10000)', [
      'dead',
    ])
    const device = { id: 'device-of-the-dead', name: 'Gone', kind: 'tv', outputs: [], playing: null }
    await admin.query('INSERT INTO "connect_device" VALUES ($1, $2, $3, $4, 1, 1, NULL)', [
      me.uid,
      device.id,
      'dead',
      JSON.stringify(device),
    ])
    await admin.query(`SELECT pg_notify('strand_connect', $1)`, [`device ${me.uid}`])
    await one.listed(({ length }) => length === 2)
    expect(await one.listed(({ length }) => length === 1)).toHaveLength(1)
    expect(await rows('SELECT 1 FROM "connect_process" WHERE "id" = $1', ['dead'])).toEqual([])
  }, 30_000)

  it('BZ10 a process that stops → its devices are told to reconnect, and are listed as disconnected', async () => {
    const { database } = first.config
    const third = await startTestServer({ databaseUrl: () => (database.kind === 'postgres' ? database.url : '') })
    const { client } = await first.signUp()
    const one = await at(first, client)
    const other = await at(third, client)
    await one.listed(({ length }) => length === 2)
    const closed = codeOf(other.socket)
    await third.close()
    expect(await closed).toBe(connectCloseCodes.restart)
    const again = await at(second, client, { id: other.id })
    const listed = await one.listed((devices) => devices[1]?.id === other.id && devices[1].connected)
    expect(listed.map(({ id }) => id)).toEqual([one.id, again.id])
  })

  it('BY27 BZ10 the clock of a process is ahead → a device that connects to another process is replaced, or returns after its stop', async () => {
    const { database } = first.config
    const ahead = await startTestServer({
      databaseUrl: () => (database.kind === 'postgres' ? database.url : ''),
      services: (services) => {
        void services.connect.stop()
        const connect = createConnect({
          ...services,
          config: { publicUrl: 'http://127.0.0.1', hasPublicUrl: false },
          now: () => Date.now() + 10_000,
        })
        return { ...services, connect }
      },
    })
    const { client } = await first.signUp()
    const watcher = await at(first, client)
    const own = await at(ahead, client)
    await watcher.listed(({ length }) => length === 2)
    const replaced = codeOf(own.socket)
    const moved = await at(second, client, { id: own.id })
    expect(await replaced).toBe(connectCloseCodes.replaced)
    await moved.listed(({ length }) => length === 2)
    expect(moved.socket.readyState).toBe(WebSocket.OPEN)

    const other = await at(ahead, client)
    await watcher.listed(({ length }) => length === 3)
    await ahead.close()
    const returned = await at(second, client, { id: other.id })
    await watcher.listed((devices) => devices.length === 3 && devices.every(({ connected }) => connected))
    expect(returned.socket.readyState).toBe(WebSocket.OPEN)
  })

  it('BZ10 the connection for notifications is lost → the processes know of each other again within seconds', async () => {
    const { client } = await first.signUp()
    const [one, other] = await pair(client)
    expect(
      (
        await rows(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'strand-connect' AND datname = current_database()`,
        )
      ).length,
    ).toBeGreaterThanOrEqual(2)
    other.send({ type: 'playing', playing: { title: 'Later', creator: 'C', bead: 'B', isPlaying: true } })
    await one.listed(([, sofa]) => sofa?.playing?.title === 'Later')
    await expect
      .poll(
        async () => {
          one.send({ type: 'send', to: other.id, body: 'again' })
          return other.frames.some(({ type }) => type === 'message')
        },
        { timeout: 15_000, interval: 500 },
      )
      .toBe(true)
  }, 30_000)
})
