/** Connections to PostgreSQL through networks that fall silent, and through connection poolers (BY27). */
import { createServer, connect, type AddressInfo, type Socket } from 'node:net'
import { DataSource } from 'typeorm'
import { afterEach, describe, expect, test } from 'vitest'
import { listen } from '#db/listen.ts'
import { createOwnPool } from '#db/ownPool.ts'
import { sql } from '#db/sql.ts'
import { transaction } from '#db/transaction.ts'
import { startProxy } from '../support/proxy.ts'
import { startTestServer, testDatabaseKind } from '../support/server.ts'

const target = (): { host: string; port: number } => {
  const { hostname, port } = new URL(process.env.STRAND_TEST_DATABASE_URL!)
  return { host: hostname, port: Number(port) || 5432 }
}
const throughPort = (url: string, port: number): string => url.replace(/@[^/]+/, `@127.0.0.1:${port}`)

/** The names of the parameters in the first message of a client. */
function parametersOf(startup: Buffer): string[] {
  const strings = startup.subarray(8).toString().split('\0')
  return strings.filter((name, index) => index % 2 === 0 && name !== '')
}

/** Refuses other parameters of a connection, as PgBouncer does by default. */
async function startPooler() {
  const allowed = ['user', 'database', 'client_encoding', 'application_name']
  const refused = new Set<string>()
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined))
    socket.once('data', (startup) => {
      const unknown = parametersOf(startup).filter((name) => !allowed.includes(name))
      for (const name of unknown) refused.add(name)
      if (unknown.length > 0) return socket.destroy()
      const onward = connect(target()).on('error', () => socket.destroy())
      sockets.add(onward)
      onward.write(startup)
      socket.pipe(onward).pipe(socket)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    refused,
    close: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}

describe.runIf(testDatabaseKind === 'postgres')('PostgreSQL', () => {
  const ends: (() => unknown)[] = []
  afterEach(async () => {
    for (const end of ends.splice(0)) await end()
  })

  test('the network of the listener falls silent → a statement fails within seconds, and the listener connects again', async () => {
    const proxy = await startProxy(target())
    ends.push(() => proxy.close())
    const db = new DataSource({ type: 'postgres', url: throughPort(process.env.STRAND_TEST_DATABASE_URL!, proxy.port) })
    let connections = 0
    const listener = listen(db, { channel: 'silent', onNotice: () => undefined, onConnected: () => void (connections += 1) })!
    ends.unshift(() => listener.close())
    await expect.poll(() => connections).toBe(1)
    proxy.silence()
    const startedAt = performance.now()
    await expect(listener.query('SELECT 1')).rejects.toThrow('timeout')
    expect(performance.now() - startedAt).toBeLessThan(10_000)
    await expect(listener.query('SELECT 1'), 'there is no connection').rejects.toThrow()
    await proxy.close()
    await proxy.open()
    await expect.poll(() => connections).toBe(2)
    expect(await listener.query('SELECT 1 AS "one"')).toEqual([{ one: 1 }])
  }, 40_000)

  test('a pooler that refuses parameters of connections → the server starts, and its connections have their timeouts', async () => {
    const pooler = await startPooler()
    ends.push(() => pooler.close())
    const server = await startTestServer({
      env: { STRAND_RATE_LIMITS: '1' },
      databaseUrl: (url) => throughPort(url, pooler.port),
    }).finally(() => expect([...pooler.refused]).toEqual([]))
    ends.unshift(() => server.close())
    const timeout = `SELECT current_setting('lock_timeout') AS "lock", current_setting('statement_timeout') AS "statement"`
    expect(await sql(server.db, timeout)).toEqual([{ lock: '5s', statement: '0' }])
    expect(await transaction(server.db, (manager) => sql(manager, timeout))).toEqual([{ lock: '5s', statement: '0' }])
    const own = createOwnPool(server.db, { name: 'test', connections: 1, timeoutMs: 1000 })!
    expect((await own.query(timeout)).rows).toEqual([{ lock: '0', statement: '1s' }])
    await server.signUp()
    expect((await server.client().get('/readyz')).status).toBe(200)
    expect([...pooler.refused]).toEqual([])
  })
})
