/** Connections to PostgreSQL through networks that fall silent (BY27). */
import { DataSource } from 'typeorm'
import { afterEach, describe, expect, test } from 'vitest'
import { listen } from '#db/listen.ts'
import { startProxy } from '../support/proxy.ts'
import { testDatabaseKind } from '../support/server.ts'

const target = (): { host: string; port: number } => {
  const { hostname, port } = new URL(process.env.STRAND_TEST_DATABASE_URL!)
  return { host: hostname, port: Number(port) || 5432 }
}
const throughPort = (url: string, port: number): string => url.replace(/@[^/]+/, `@127.0.0.1:${port}`)

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
})
