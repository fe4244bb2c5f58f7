/** The link checker for admins: its state, failing hosts, pauses and early rounds, shared by all servers of a database (BZ6). */
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { FailingHost } from '#contract/endpoints/health.ts'
import type { Answer } from '#contract/index.ts'
import { sql } from '#db/sql.ts'
import { transaction } from '#db/transaction.ts'
import { createRepairs } from '../../server/features/repair/service.ts'
import { addPost, startBead, updateMember } from '../support/content.ts'
import { createProviders, type Providers } from '../support/providers-by-status.ts'
import { startTestServer, type Client, type TestServer } from '../support/server.ts'

const minute = 60_000
const hour = 60 * minute

let server: TestServer
let outside: Providers
let author: Client
let admin: Client
let adminUid: string
let bead: string
let clock: number

/** The checker of another server on the same database. */
const checkerOf = () => createRepairs({ ...server.services, now: () => clock, chance: () => 0 })

beforeEach(async () => {
  clock = Date.now()
  outside = createProviders()
  server = await startTestServer({
    fetcher: outside,
    services: (made) => ({ ...made, repairs: createRepairs({ ...made, now: () => clock, chance: () => 0 }) }),
  })
  ;({ client: author } = await server.signUp('Author'))
  const signedUp = await server.signUp('Admin')
  admin = signedUp.client
  adminUid = signedUp.me.uid
  await updateMember(server.db, adminUid, { isAdmin: true })
  bead = (await startBead(author)).id
})
afterEach(() => server.close())

const run = (repairs = server.services.repairs) => repairs.job.run(new AbortController().signal)
const state = async () => (await admin.get<Answer<'GET /api/v0/admin/health/checker'>>('/api/v0/admin/health/checker')).body
const hosts = async (query = '') =>
  (await admin.get<{ results: FailingHost[]; next: string | null }>(`/api/v0/admin/health/hosts${query}`)).body
const iso = (ms: number): string => new Date(ms).toISOString()
const write = (statement: string, values: Record<string, string> = {}) =>
  transaction(server.db, (manager) => sql(manager, statement, values))
const requestsTo = (host: string): number => outside.requests.filter((href) => href.includes(host)).length

async function add(...hrefs: string[]): Promise<void> {
  for (const [n, href] of hrefs.entries()) await addPost(author, bead, { title: `Song ${n}`, media: { href } })
  await server.services.outbox.drain()
  outside.requests.length = 0
}

test('BZ6 the state: due links, the next due date, and the results of the latest round', async () => {
  expect(await state()).toMatchObject({ isRunning: false, failures: 0, round: null, due: 0, nextDueDate: null })
  await add('https://fine.example/a.mp3', 'https://fine.example/b.mp3', 'https://down.example/a.mp3', 'https://down.example/b.mp3')
  const nextDueDate = (await state()).nextDueDate!
  expect(Date.parse(nextDueDate)).toBeGreaterThan(clock)
  clock += 7 * hour
  expect(await state()).toMatchObject({ due: 4, nextDueDate })
  outside.answer('https://fine.example/b.mp3', 404)
  outside.answer('https://down.example/a.mp3', 503)
  outside.answer('https://down.example/b.mp3', 503)
  await run()
  expect(await state()).toMatchObject({
    due: 0,
    round: { startDate: iso(clock), endDate: iso(clock), alive: 1, gone: 1, unclear: 0, failed: 1, postponed: 1 },
  })
})

test('BZ6 a host with errors is paused on all servers; its errors are counted until it answers', async () => {
  await add('https://down.example/a.mp3', 'https://down.example/b.mp3')
  for (const name of ['a', 'b']) outside.answer(`https://down.example/${name}.mp3`, 429)
  clock += 7 * hour
  await run()
  const since = clock
  expect((await hosts()).results).toEqual([
    {
      _id: 'down.example',
      id: 'down.example',
      failures: 1,
      failingSince: iso(since),
      failureDate: iso(since),
      failure: '429',
      pausedUntil: iso(since + 15 * minute),
    },
  ])
  // A link that becomes due during the pause waits, on another server too.
  await write('UPDATE "link_check" SET "dueDate" = :now', { now: iso(clock) })
  clock += minute
  await run(checkerOf())
  expect(requestsTo('down')).toBe(1)
  clock += 15 * minute
  outside.answer('https://down.example/a.mp3', 'down')
  outside.answer('https://down.example/b.mp3', 'down')
  await run(checkerOf())
  expect((await hosts()).results).toMatchObject([{ failures: 2, failingSince: iso(since), failure: 'network' }])
  clock += hour
  expect((await hosts()).results[0]!.pausedUntil).toBeNull()
  for (const name of ['a', 'b']) outside.answer(`https://down.example/${name}.mp3`, 200)
  await write('UPDATE "link_check" SET "dueDate" = :now', { now: iso(clock) })
  await run()
  expect((await hosts()).results).toEqual([])
})

test('BZ6 several rounds within a minute, on several servers, check at most 20 links of a host', async () => {
  await add(...Array.from({ length: 30 }, (_, n) => `https://busy.example/${n}.mp3`))
  clock += 7 * hour
  await run()
  await run(checkerOf())
  await write('UPDATE "link_check" SET "dueDate" = :now', { now: iso(clock) })
  clock += 1000
  await run(checkerOf())
  expect(requestsTo('busy')).toBe(20)
  clock += minute
  await run(checkerOf())
  expect(requestsTo('busy')).toBe(40)
})

test('BZ6 failing hosts in pages, the latest failure first', async () => {
  for (const name of ['one', 'two', 'three']) {
    outside.answer(`https://${name}.example/a.mp3`, 500)
    await add(`https://${name}.example/a.mp3`)
    clock += 7 * hour
    await run()
    await write(`UPDATE "link_check" SET "dueDate" = '2999-01-01T00:00:00.000Z'`)
  }
  const first = await hosts('?limit=2')
  expect(first.results.map(({ id }) => id)).toEqual(['three.example', 'two.example'])
  const second = await hosts(`?limit=2&after=${encodeURIComponent(first.next!)}`)
  expect(second).toMatchObject({ results: [{ id: 'one.example' }], next: null })
  expect((await admin.get(`/api/v0/admin/health/hosts?after=${encodeURIComponent("2026' OR 1=1")}`)).status).toBe(400)
})

test('BZ6 an early check of a playlist goes before other due links, and is logged; unknown playlist → 404', async () => {
  const other = (await startBead(author, { title: 'Other' })).id
  await addPost(author, other, { title: 'Other', media: { href: 'https://other.example/a.mp3' } })
  await add('https://mine.example/a.mp3', 'https://mine.example/b.mp3')
  clock = Date.now()
  await write(`UPDATE "link_check" SET "dueDate" = :past WHERE "host" = 'other.example'`, { past: iso(clock - hour) })
  const { body } = await admin.post<{ links: number }>(`/api/v0/admin/health/beads/${bead}/check`)
  expect(body).toEqual({ links: 2 })
  const rows = await sql<{ host: string }>(server.db, 'SELECT "host" FROM "link_check" WHERE "dueDate" <= :now ORDER BY "dueDate"', {
    now: iso(clock),
  })
  expect(rows.map(({ host }) => host)).toEqual(['mine.example', 'mine.example', 'other.example'])
  expect((await admin.post(`/api/v0/admin/health/beads/${bead}/check`)).body).toEqual({ links: 2 })
  const { results } = (await admin.get<{ results: object[] }>('/api/v0/admin/actions')).body
  expect(results[1]).toMatchObject({
    uid: adminUid,
    action: 'links.check',
    target: { kind: 'bead', id: bead },
    detail: { title: expect.any(String), links: 2 },
  })
  expect((await admin.post('/api/v0/admin/health/beads/b00000000000000000/check')).status).toBe(404)
})

test('BZ6 an early round is due at once and logged; while one is running → 409', async () => {
  await state()
  await write(`UPDATE "job" SET "dueDate" = '2999-01-01T00:00:00.000Z' WHERE "name" = 'links.check'`)
  expect((await admin.post('/api/v0/admin/jobs/links.check/run')).body).toEqual({ isDue: true })
  expect(Date.parse((await state()).nextRunDate)).toBeLessThanOrEqual(Date.now())
  const { results } = (await admin.get<{ results: object[] }>('/api/v0/admin/actions?limit=1')).body
  expect(results[0]).toMatchObject({ uid: adminUid, action: 'job.run', target: { kind: 'job', id: 'links.check' } })
  await write(`UPDATE "job" SET "leaseDate" = '2999-01-01T00:00:00.000Z' WHERE "name" = 'links.check'`)
  expect(await state()).toMatchObject({ isRunning: true })
  expect((await admin.post('/api/v0/admin/jobs/links.check/run')).status).toBe(409)
})

test('BZ6 members, visitors and suspended admins are refused', async () => {
  const calls = [
    ['get', '/api/v0/admin/health/checker'],
    ['get', '/api/v0/admin/health/hosts'],
    ['post', '/api/v0/admin/jobs/links.check/run'],
    ['post', `/api/v0/admin/health/beads/${bead}/check`],
  ] as const
  const statuses = (client: Client) => Promise.all(calls.map(async ([verb, path]) => (await client[verb](path)).status))
  expect(await statuses(author)).toEqual([403, 403, 403, 403])
  expect(await statuses(server.client())).toEqual([401, 401, 401, 401])
  await updateMember(server.db, adminUid, { suspendedUntil: 'endless', suspensionReason: 'Test' })
  expect(await statuses(admin)).toEqual([403, 403, 403, 403])
})

test('BZ6 rows of hosts without errors are deleted after an hour', async () => {
  await add('https://fine.example/a.mp3', 'https://down.example/a.mp3')
  outside.answer('https://down.example/a.mp3', 500)
  clock += 7 * hour
  await run()
  clock += 2 * hour
  await server.services.repairs.walk.run(new AbortController().signal)
  expect(await sql(server.db, 'SELECT "host" FROM "link_host"')).toEqual([{ host: 'down.example' }])
})
