/** Compares the walk with its definition: all activities of all followed sources, sorted. */
import { once } from 'node:events'
import { get, type ClientRequest } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { formatId } from '#contract/index.ts'
import { sql } from '#db/sql.ts'
import { transaction } from '#db/transaction.ts'
import { MemberEntity } from '../../server/features/accounts/entities.ts'
import { ActivityEntity, activityKinds } from '../../server/features/feed/entities.ts'
import { backfillActivity, backfillHeads } from '../../server/features/feed/backfill.ts'
import { atInstant, groupActivities, timeOf } from '../../server/features/feed/activities.ts'
import { takeEvenly } from '../../server/features/feed/items.ts'
import { headsStatement } from '../../server/features/feed/heads.ts'
import { statementOf, tracks } from '../../server/features/feed/tracks.ts'
import { walk } from '../../server/features/feed/walk.ts'
import { createFewer } from '../../server/features/suggestions/service.ts'
import { RelationEntity, relationTypes } from '../../server/features/relations/entities.ts'
import { addPost, startBead } from '../support/content.ts'
import type { Client } from '../support/client.ts'
import { startTestServer, testDatabaseKind, type TestServer } from '../support/server.ts'

let server: TestServer
let uid: string
let reader: Client
const hour = 3_600_000
const end = 'z'.repeat(9)

/** A random number generator with a fixed seed. */
let state = 7
const random = (below: number): number => (state = (state * 48_271) % 2_147_483_647) % below
const digits = (): string => Array.from({ length: 8 }, () => random(36).toString(36)).join('')

const sources = 60
/** The activities of the sources, latest first, as `at` and source. */
const happened: { at: string; source: string }[] = []

beforeAll(async () => {
  server = await startTestServer()
  const { client, me } = await server.signUp('Reader')
  reader = client
  uid = me.uid
  const template = await server.db.getRepository(MemberEntity).findOneByOrFail({ uid })
  const now = Date.now()
  await transaction(server.db, async (manager) => {
    for (let n = 0; n < sources; n++)
      await manager.insert(MemberEntity, { ...template, uid: `source${n}`, uidKey: `source${n}`, email: `${n}@example.org` })
    // Three sources are active every hour on average, 37 every 60 hours, 15 every 2,000 hours, and five never.
    for (let n = 0; n < sources - 5; n++) {
      const many = n < 3 ? 150 : n < 40 ? 12 : 2
      const pause = n < 3 ? hour : n < 40 ? 60 * hour : 2000 * hour
      let instant = now - random(pause)
      for (let m = 0; m < many; m++, instant -= 1 + random(2 * pause)) {
        const id = formatId('row', instant, digits())
        await manager.insert(ActivityEntity, {
          id,
          source: `source${n}`,
          kind: activityKinds.collect,
          subject: formatId('post', instant, digits()),
        })
        happened.push({ at: id.slice(1), source: `source${n}` })
      }
    }
    await backfillHeads((statement, values) => manager.query(statement, values))
  })
  happened.sort((a, b) => (a.at < b.at ? 1 : -1))
})
afterAll(() => server.close())

async function followOnly(followed: readonly string[]): Promise<void> {
  await transaction(server.db, async (manager) => {
    await manager.delete(RelationEntity, { uid })
    for (const entity of followed)
      await manager.insert(RelationEntity, { uid, type: relationTypes.followMember, entity, creationDate: new Date().toISOString() })
  })
}

describe('N1 the merged walk', () => {
  const cases = [1, 2, 7, 20, 60].flatMap((count) => [1, 10, 60, 400, 5000].map((limit) => ({ count, limit })))

  it.each(cases)('N1 follows $count, limit $limit: the latest items, complete, distinct and in order', async ({ count, limit }) => {
    const followed = Array.from({ length: count }, (_, n) => `source${(n * 13 + count) % sources}`)
    await followOnly(followed)
    const expected = happened.filter(({ source }) => followed.includes(source))
    const { activities, complete } = await walk(server.db, uid, limit, { before: end, after: '' })
    expect(activities.map(({ at, source }) => [at, source.id])).toEqual(
      expected.slice(0, activities.length).map(({ at, source }) => [at, source]),
    )
    expect(activities.length >= limit || complete).toBe(true)
    if (complete) expect(activities).toHaveLength(expected.length)
  })

  it.each([0.3, 0.7])('N6 only items between two instants (%d of the way)', async (part) => {
    const followed = Array.from({ length: 30 }, (_, n) => `source${n * 2}`)
    await followOnly(followed)
    const all = happened.filter(({ source }) => followed.includes(source))
    const before = all[Math.floor(all.length * part * 0.5)]!.at
    const after = all[Math.floor(all.length * part)]!.at
    const { activities, complete } = await walk(server.db, uid, 10_000, { before, after })
    expect(activities.map(({ at }) => at)).toEqual(all.filter(({ at }) => at < before && at >= after).map(({ at }) => at))
    expect(complete).toBe(true)
  })

  it('N1 no follows, or follows without activity → an empty, complete result', async () => {
    await followOnly([])
    expect(await walk(server.db, uid, 10, { before: end, after: '' })).toEqual({ activities: [], complete: true, reached: '' })
    await followOnly([`source${sources - 1}`, `source${sources - 2}`])
    expect(await walk(server.db, uid, 10, { before: end, after: '' })).toEqual({ activities: [], complete: true, reached: '' })
  })

  /** A database that counts how often it is read. */
  function countReads() {
    let reads = 0
    const db = new Proxy(server.db, {
      get(target, name) {
        // Every statement reads `options` once. Without this limit a walk that does not advance never returns on SQLite.
        if (name === 'options' && ++reads > 100) throw new Error('the walk does not advance')
        const value: unknown = Reflect.get(target, name, target)
        return typeof value === 'function' ? (value.bind(target) as unknown) : value
      },
    })
    return { db, reads: () => reads }
  }

  it.each([0, 5, 60_000])(
    'N6 a walk that ends %d ms after 1970 reads a bounded number of times and is complete and empty',
    async (instant) => {
      await followOnly(['source0', 'source1', 'source40'])
      const { db, reads } = countReads()
      expect(await walk(db, uid, 20, { before: atInstant(instant + 1), after: '' })).toEqual({
        activities: [],
        complete: true,
        reached: '',
      })
      expect(reads()).toBeGreaterThan(0)
    },
  )

  it('N6 BY24 a walk that continues another one and knows its span → the same activities with fewer reads', async () => {
    await followOnly(['source0', 'source1', 'source2'])
    const first = await walk(server.db, uid, 30, { before: end, after: '' })
    const range = { before: first.reached, after: '' }
    const spanMs = timeOf(first.activities[0]!.at) - timeOf(first.reached)
    const [slow, fast] = [countReads(), countReads()]
    const expected = await walk(slow.db, uid, 30, range)
    const found = await walk(fast.db, uid, 30, range, { spanMs })
    expect(found.activities.length).toBeGreaterThanOrEqual(30)
    const length = Math.min(found.activities.length, expected.activities.length)
    expect(found.activities.slice(0, length)).toEqual(expected.activities.slice(0, length))
    // PostgreSQL reads all that few sources have at once.
    if (testDatabaseKind === 'sqlite') expect(fast.reads()).toBeLessThan(slow.reads())
  })

  it('N1 a walk whose signal is aborted in its first step rejects and reads no second step', async () => {
    await followOnly(Array.from({ length: 30 }, (_, n) => `source${n * 2}`))
    const steps = async (signal?: AbortSignal, act?: () => void): Promise<Set<string>> => {
      const read = new Set<string>()
      const less = async () => ({ shows: ({ at }: { at: string }) => (act?.(), read.add(at), true) })
      await walk(server.db, uid, 5000, { before: end, after: '' }, { less, signal }).catch((error: unknown) => {
        if (signal?.aborted !== true || error !== signal.reason) throw error
      })
      return read
    }
    const all = await steps()
    const abort = new AbortController()
    const read = await steps(abort.signal, () => abort.abort())
    expect(read.size).toBeGreaterThan(0)
    expect(read.size).toBeLessThan(all.size)
  })

  it('N1 a client that disconnects during a feed request ends the walk', async () => {
    await followOnly(['source0', 'source1', 'source40'])
    const { fewer } = server.services
    const shows = vi.fn(() => true)
    let release: () => void = () => undefined
    const released = new Promise<void>((resolve) => void (release = resolve))
    const of = vi.spyOn(fewer, 'of').mockImplementation(async () => {
      await released
      return { ...(await createFewer({ db: server.db }).of(uid)), shows }
    })
    const cookie = [...reader.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const ask = (): ClientRequest =>
      get(`${server.url}/api/v2/me/feed?limit=5`, { headers: { cookie } }, (answer) => answer.resume()).on('error', () => undefined)
    try {
      const leaving = ask()
      await vi.waitFor(() => expect(of).toHaveBeenCalled())
      leaving.destroy()
      // The server needs time to detect the closed connection.
      await sleep(200)
      release()
      await sleep(300)
      expect(shows).not.toHaveBeenCalled()
      const staying = ask()
      const answered = once(staying, 'close')
      await vi.waitFor(() => expect(shows).toHaveBeenCalled(), 5000)
      await answered
    } finally {
      of.mockRestore()
    }
  })

  it('N1 atInstant sorts before the ids of that instant', () => {
    const instant = Date.now()
    const id = formatId('row', instant, '00000000').slice(1)
    expect(id >= atInstant(instant)).toBe(true)
    expect(id < atInstant(instant + 1)).toBe(true)
  })
})

describe('N1 backfill of the activity log', () => {
  it('N1 the backfill equals the log written by events', async () => {
    const [writer, fan] = [await server.signUp(), await server.signUp()]
    const bead = await startBead(writer.client, { tags: ['Slow', 'Blue'] })
    const post = await addPost(writer.client, bead.id, { title: 'One', tags: ['Slow'] })
    await fan.client.post(`/api/v0/posts/${post.id}/collect`)
    await fan.client.post(`/api/v0/beads/${bead.id}/follow`)
    await fan.client.post(`/api/v0/members/${writer.me.uid}/follow`)
    await fan.client.post(`/api/v0/tags/Slow/follow`)
    await server.services.outbox.drain()
    const uids = [writer.me.uid, fan.me.uid, '#slow', '#blue']
    const read = async () => ({
      log: await sql<{ kind: number }>(
        server.db,
        `SELECT "source", "kind", "subject" FROM "activity" WHERE "source" IN (:...uids) ORDER BY "source", "kind", "subject"`,
        { uids },
      ),
      heads: await sql(
        server.db,
        `SELECT "type", "entity", substr("head", 1, 9) AS "head" FROM "activity_head" WHERE "entity" IN (:...ids) AND "type" <> 4 ORDER BY "type", "entity"`,
        { ids: [...uids, bead.id] },
      ),
    })
    const written = await read()
    expect(new Set(written.log.map(({ kind }) => kind))).toEqual(new Set([1, 2, 4, 6, 7, 8, 9]))
    await transaction(server.db, async (manager) => {
      await manager.query('DELETE FROM "activity"')
      const run = (statement: string, values?: unknown[]) => manager.query(statement, values)
      await backfillActivity(run, testDatabaseKind === 'postgres')
      await backfillHeads(run)
    })
    expect(await read()).toEqual(written)
    // A second run adds nothing.
    await transaction(server.db, (manager) =>
      backfillActivity((statement, values) => manager.query(statement, values), testDatabaseKind === 'postgres'),
    )
    expect(await read()).toEqual(written)
  })

  it('N1 groups are in the order of their latest activity', () => {
    const source = { type: 'member', id: 'a' } as const
    const groups = groupActivities([
      { at: '3', source, kind: activityKinds.collect, subject: 'p1' },
      { at: '2', source, kind: activityKinds.collect, subject: 'p2' },
      { at: '1', source, kind: activityKinds.comment, subject: 'p1' },
    ])
    expect(groups.map(({ key, at, activities }) => [key, at, activities.length])).toEqual([
      ['p1', '3', 2],
      ['p2', '2', 1],
    ])
  })
})

describe.runIf(testDatabaseKind === 'sqlite')('N1 query plans', () => {
  const explain = async (statement: string): Promise<string> => {
    const text = statement.replaceAll(':...sources', '?, ?, ?').replace(/:[a-z]\w*/gi, '?')
    const rows: { detail: string }[] = await server.db.query(
      `EXPLAIN QUERY PLAN ${text}`,
      Array.from({ length: text.split('?').length - 1 }, () => ''),
    )
    return rows.map(({ detail }) => detail).join('\n')
  }

  it('N1 heads: one seek in a covering index per follow', async () => {
    const plan = await explain(headsStatement)
    expect(plan).toMatch(/SEARCH r USING (COVERING )?INDEX \S+ \(uid=\? AND type=\?\)/)
    expect(plan).toMatch(/SEARCH h USING COVERING INDEX activity_head_all \(type=\? AND entity=\?/)
    expect(plan).not.toMatch(/SCAN/)
  })

  it.each(tracks.map((track, n) => [n, track.source, statementOf(track)] as const))(
    'N1 track %d, of a %s: an index range by source and time, no scan',
    async (_n, _source, statement) => {
      const plan = await explain(statement)
      expect(plan).toMatch(/SEARCH \w+ USING COVERING INDEX \w+ \([^)]*=\? AND \w+>\? AND \w+<\?\)/)
      expect(plan).not.toMatch(/SCAN/)
    },
  )
})

describe('N1 playlists of the items of a page', () => {
  it('N1 some of each group are read, the first ones first, each once', () => {
    const many = (prefix: string) => Array.from({ length: 200 }, (_, n) => `${prefix}${n}`)
    const taken = takeEvenly([many('a'), ['b0'], many('c')], 200)
    expect(taken).toHaveLength(200)
    expect(taken.slice(0, 5)).toEqual(['a0', 'b0', 'c0', 'a1', 'c1'])
    expect(takeEvenly([['a', 'b'], ['b', 'a'], []], 200)).toEqual(['a', 'b'])
    expect(takeEvenly([], 200)).toEqual([])
  })
})
