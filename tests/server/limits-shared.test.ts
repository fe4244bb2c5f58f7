/** Rate limits and lock-outs that two servers on one PostgreSQL share (decision 57). */
import type { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sweepRateLimits } from '#db/rateLimits.ts'
import { sql } from '#db/sql.ts'
import { generalLimit, type Limit } from '#http/limits.ts'
import { updateMember } from '../support/content.ts'
import { startProxy, type Proxy } from '../support/proxy.ts'
import { startTestServer, testDatabaseKind, type TestServer } from '../support/server.ts'

const env = { STRAND_RATE_LIMITS: '1', TRUST_PROXY: 'loopback' }

/** The seconds to wait; null if the use is within the limit. */
const use = (server: TestServer, limit: Limit, who: string): Promise<number | null> =>
  server.services.limits.consume(limit, who).then(
    () => null,
    (error: { code?: string; retryAfter?: number }) => {
      if (error.code !== 'too_many_requests') throw error
      return error.retryAfter!
    },
  )

/** SQLite has one server. */
describe.runIf(testDatabaseKind === 'postgres')('two servers on PostgreSQL', () => {
  let first: TestServer
  let second: TestServer
  let url: string
  beforeAll(async () => {
    first = await startTestServer({ env })
    url = first.config.database.kind === 'postgres' ? first.config.database.url : ''
    second = await startTestServer({ env, databaseUrl: () => url })
  })
  afterAll(async () => {
    await second.close()
    await first.close()
  })

  const rows = () => sql<{ key: string; points: number; expire: string }>(first.db, 'SELECT * FROM "rate_limit"')
  /** From one address per member. */
  const logIn = (server: TestServer, uid: string, password: string) => {
    const address = `10.0.${uid.length}.${uid.charCodeAt(uid.length - 1)}`
    return server.client().post('/api/v1/auth/login', { username: uid, password }, { headers: { 'X-Forwarded-For': address } })
  }

  it('BY27 five wrong passwords at each server → the right one is refused at both, for the rest of the time', async () => {
    const { me, password } = await first.signUp()
    for (let n = 0; n < 5; n += 1) {
      expect((await logIn(first, me.uid, 'wrong')).status).not.toBe(429)
      expect((await logIn(second, me.uid, 'wrong')).status).not.toBe(429)
    }
    for (const server of [first, second, second]) {
      const { status, headers } = await logIn(server, me.uid, password)
      expect(status).toBe(429)
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(800)
    }
  })

  it('BY27 the right password at one server resets the count at both', async () => {
    const { me, password } = await first.signUp()
    for (let n = 0; n < 9; n += 1) await logIn(n % 2 === 0 ? first : second, me.uid, 'wrong')
    expect((await logIn(second, me.uid, password)).status).toBe(200)
    for (let n = 0; n < 9; n += 1) expect((await logIn(first, me.uid, 'wrong')).status).not.toBe(429)
    expect((await logIn(first, me.uid, password)).status).toBe(200)
  })

  it('BY27 a limit of twenty → 20 of 40 concurrent uses at both pass; the others wait for its end', async () => {
    const limit = { name: 'twenty', requests: 20, seconds: 100 }
    const waits = await Promise.all(Array.from({ length: 40 }, (_, n) => use(n % 2 === 0 ? first : second, limit, 'ann')))
    expect(waits.filter((wait) => wait === null)).toHaveLength(20)
    for (const wait of waits) expect(wait ?? 100).toBeGreaterThan(90)
    expect(await use(second, limit, 'bob'), 'another member').toBeNull()
    expect(await use(second, { ...limit, name: 'other' }, 'ann'), 'another limit').toBeNull()
  })

  it('BY27 the general limit → both servers together let at most a twentieth each more through, and few uses cause no row', async () => {
    const before = (await rows()).length
    const part = generalLimit.requests / 20
    for (let n = 1; n < part; n += 1) await use(first, generalLimit, 'reader')

    const points = async () => (await rows()).map((row) => row.points)

    let passed = 0
    for (let n = 0; n < 2400; n += 1) {
      for (const server of [first, second]) if ((await use(server, generalLimit, 'scraper')) === null) passed += 1
      // Both report.
      const reports = (n + 1) / part
      if (Number.isInteger(reports) && passed === 2 * (n + 1)) {
        await expect.poll(points).toContain(2 * reports * part)
        await rows()
      }
    }
    expect(passed).toBeGreaterThanOrEqual(generalLimit.requests)
    expect(passed).toBeLessThanOrEqual(generalLimit.requests + 2 * part)
    // One of the scraper, none of the reader.
    expect(await rows()).toHaveLength(before + 1)
    expect(await use(first, generalLimit, 'scraper')).toBeGreaterThan(30)
  })

  it('BY27 refusals of both kinds are listed for admins', async () => {
    const { client, me } = await second.signUp()
    await updateMember(second.db, me.uid, { isAdmin: true })
    const { body } = await client.get('/api/v0/admin/system')
    const found = new Map((body.limits as { rule: string; requests: number; hits: number }[]).map((limit) => [limit.requests, limit]))
    expect(found.get(generalLimit.requests)).toMatchObject({ rule: 'All requests of an address' })
    expect(found.get(10)).toMatchObject({ hits: 2 })
    expect(second.services.limits.refusals().get('Passwords tried for an account')).toBe(2)
    expect(second.services.limits.refusals().get('All requests of an address')).toBe(found.get(generalLimit.requests)!.hits)
  })

  it('BY27 a counter ends with its time, and its row is deleted; rows do not name anyone', async () => {
    const limit = { name: 'short', requests: 2, seconds: 2 }
    const { me } = await first.signUp()
    for (const server of [first, second]) expect(await use(server, limit, me.uid)).toBeNull()
    expect(await use(first, limit, me.uid)).toBeOneOf([1, 2])
    await expect.poll(() => use(second, limit, me.uid), { message: 'a new window', timeout: 10_000 }).toBeNull()
    const stored = await rows()
    for (const { key } of stored) expect(key).toMatch(/^[\w-]{43}$/)
    const now = Date.now()
    const ends = stored.map(({ expire }) => Number(expire))
    expect(await sweepRateLimits(first.db, now)).toBe(false)
    expect((await rows()).map(({ expire }) => Number(expire)).sort()).toEqual(ends.filter((end) => end >= now).sort())
    expect(await sweepRateLimits(first.db, now + 3_700_000)).toBe(false)
    expect(await rows()).toEqual([])
    expect((await first.services.scheduler.list()).map(({ name }) => name)).toContain('limits.sweep')
  })

  it('BY27 requests that use up all connections of a server do not make it count alone', async () => {
    const { master } = first.db.driver as unknown as { master: Pool }
    const held = await Promise.all(Array.from({ length: master.options.max }, () => master.connect()))
    const waiting = first.db.query('SELECT 1')
    try {
      const limit = { name: 'busy', requests: 10, seconds: 100 }
      const waits = await Promise.all(Array.from({ length: 60 }, (_, n) => use(n % 2 === 0 ? first : second, limit, 'ann')))
      expect(waits.filter((wait) => wait === null)).toHaveLength(10)
    } finally {
      for (const client of held) client.release()
      await waiting
    }
  })

  it('BY27 a counter that waits for a lock is given up by the database too', async () => {
    await first.db.transaction(async (manager) => {
      await manager.query('LOCK TABLE "rate_limit" IN ACCESS EXCLUSIVE MODE')
      expect(await use(second, { name: 'locked', requests: 10, seconds: 100 }, 'ann')).toBeNull()
      const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'strand limits' AND wait_event_type = 'Lock'`
      await expect.poll(() => manager.query(waiting), { timeout: 5000 }).toEqual([])
    })
  })

  describe('while the database does not answer', () => {
    let proxy: Proxy
    let behind: TestServer
    beforeAll(async () => {
      const { hostname, port, pathname, username } = new URL(url)
      proxy = await startProxy({ host: hostname, port: Number(port) })
      behind = await startTestServer({ env, databaseUrl: () => `postgres://${username}@127.0.0.1:${proxy.port}${pathname}` })
    })
    afterAll(async () => {
      await behind.close()
      await proxy.close()
    })

    it('BY27 it counts on from the last count: it neither refuses everyone nor opens a lock-out; afterwards it shares again', async () => {
      const limit = { name: 'outage', requests: 10, seconds: 100 }
      for (let n = 0; n < 4; n += 1) for (const server of [first, behind]) await use(server, limit, 'ann')
      for (let n = 0; n < 10; n += 1) await use(first, limit, 'locked')
      expect(await use(behind, limit, 'locked')).toBeGreaterThan(90)
      await proxy.close()

      const waits = []
      for (let n = 0; n < 4; n += 1) waits.push(await use(behind, limit, 'ann'))
      expect(waits.map((wait) => wait === null)).toEqual([true, true, false, false])
      expect(await use(behind, limit, 'locked')).toBeGreaterThan(90)
      expect(await use(behind, limit, 'new')).toBeNull()
      expect(await use(first, limit, 'ann'), 'the other server does not know of these').toBeNull()

      await proxy.open()
      const shared = { name: 'after', requests: 10, seconds: 100 }
      for (let n = 0; n < 9; n += 1) await use(first, shared, `after ${n}`)
      await expect
        .poll(
          async () => {
            const who = `probe ${Math.random()}`
            for (let n = 0; n < 5; n += 1) await use(behind, shared, who)
            for (let n = 0; n < 5; n += 1) await use(first, shared, who)
            return use(first, shared, who)
          },
          { timeout: 5000 },
        )
        .not.toBeNull()
    })
  })
})
