/** The state of the server for admins, retries and jobs (M1). */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import type { OutboxFailure, System } from '#contract/endpoints/operations.ts'
import { messages } from '#contract/messages.ts'
import { newId } from '#db/ids.ts'
import { sql } from '#db/sql.ts'
import { transaction } from '#db/transaction.ts'
import { leaseMs } from '#outbox/outbox.ts'
import { OutboxEntity, type OutboxRow } from '#outbox/entities.ts'
import { guessLimit } from '../../server/features/accounts/proof.ts'
import { createOperations } from '../../server/features/operations/service.ts'
import { JobEntity } from '../../server/features/scheduler/entities.ts'
import { addPost, startBead, updateMember } from '../support/content.ts'
import { ada, admin, ok, refused, server, setUpPeople, visitor } from '../support/people.ts'
import { startTestServer, testDatabaseKind } from '../support/server.ts'

setUpPeople()

const path = '/api/v0/admin/system'
const system = (): Promise<System> => ok(admin.client.get<System>(path))
const after = (ms: number): string => new Date(Date.now() + ms).toISOString()

async function addFailures(count: number, changes: Partial<OutboxRow> = {}): Promise<string[]> {
  const rows = Array.from({ length: count }, (): OutboxRow => {
    const creationDate = after(-3_600_000)
    const fact = { kind: 'memberJoined', uid: ada.uid } as const
    const failed = { attempts: 9, done: [], lastError: 'mail: cannot connect to smtp://ann:hidden@mail.example' }
    return { id: newId('row'), stage: 'send', fact, creationDate, dueDate: after(3_600_000), ...failed, ...changes }
  })
  await transaction(server.db, (manager) => manager.insert(OutboxEntity, rows))
  return rows.map(({ id }) => id)
}
const dueDateOf = async (id: string): Promise<string> => (await server.db.getRepository(OutboxEntity).findOneByOrFail({ id })).dueDate
const lastAction = async () =>
  (await ok(admin.client.get<{ results: { action: string; target: object; detail: object }[] }>('/api/v0/admin/actions?limit=1')))
    .results[0]

describe('M1 the state of the server', () => {
  it('names the server, its versions, the database and the latest migration', async () => {
    const { server: about, database, storage } = await system()
    expect(about).toMatchObject({ name: expect.stringMatching(/:\d+$/), version: '0.1.0', node: process.version, runsBackground: true })
    expect(Date.parse(about.startDate)).toBeLessThan(Date.now())
    expect(database.kind).toBe(testDatabaseKind)
    expect(database.bytes).toBeGreaterThan(100_000)
    const rows = await sql<{ name: string }>(server.db, 'SELECT "name" FROM "migration" ORDER BY "timestamp" DESC')
    expect(database).toMatchObject({ migrations: rows.length, latestMigration: rows[0]!.name })
    expect(storage.store).toMatchObject({ kind: 'disk', location: null, error: null })
    expect(storage.freeBytes).toBeGreaterThan(0)
    expect(storage.totalBytes).toBeGreaterThanOrEqual(storage.freeBytes!)
  })

  it('shows the lag of the index until it has caught up, and its number of documents', async () => {
    const fresh = await startTestServer()
    try {
      const { client, me } = await fresh.signUp()
      await updateMember(fresh.db, me.uid, { isAdmin: true })
      await fresh.services.outbox.drain()
      await fresh.services.search.catchUp()
      expect((await ok(client.get<System>(path))).search.indexes).toEqual([{ name: 'embedded', lag: 0, documents: 1, error: null }])
      const { id } = await startBead(client, { title: 'Counted' })
      for (let n = 0; n < 200; n += 1) await addPost(client, id, { title: `Post ${n}`, tags: [] })
      await fresh.services.outbox.drain()
      await fresh.services.search.catchUp()
      const [index] = await fresh.services.search.status()
      expect(index).toMatchObject({ lag: 0, documents: 202 })
    } finally {
      await fresh.close()
    }
  })

  it('counts files of uploads in the background', async () => {
    const fresh = await startTestServer()
    try {
      const folder = join(fresh.config.dataDir, 'pictures/ab')
      await mkdir(folder, { recursive: true })
      for (const name of ['1.jpg', '2.jpg']) await writeFile(join(folder, name), Buffer.alloc(5000))
      expect((await fresh.services.operations.system()).storage.uploads).toBeNull()
      await expect
        .poll(async () => (await fresh.services.operations.system()).storage.uploads)
        .toMatchObject({ bytes: 10_000, files: 2, measuredDate: expect.any(String) })
    } finally {
      await fresh.close()
    }
  })

  it('lists slow statements without values, and hits of rate limits by rule', async () => {
    const secret = 'a value of a member'
    const slow =
      testDatabaseKind === 'postgres'
        ? `SELECT pg_sleep(0.25), '${secret}', CAST(:number AS text)`
        : `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000000) SELECT COUNT(*), '${secret}', :number FROM n`
    for (const number of ['4711', '4712']) await sql(server.db, slow, { number })
    const found = (await system()).slowQueries.find(({ statement }) => /pg_sleep|RECURSIVE/.test(statement))
    expect(found).toMatchObject({ count: 2 })
    expect(found!.maxMs).toBeGreaterThan(50)
    expect(JSON.stringify(await system())).not.toMatch(/a value of a member|471[12]/)

    const limited = await startTestServer({ env: { STRAND_RATE_LIMITS: '1' } })
    try {
      const { client, me } = await limited.signUp()
      await updateMember(limited.db, me.uid, { isAdmin: true })
      for (let n = 0; n < 22; n += 1) await client.post('/api/v0/admin/jobs/nothing/run')
      const visitor = limited.client()
      for (let n = 0; n <= guessLimit.requests; n += 1) await visitor.post('/api/v1/auth/milq', { username: me.uid, password: 'guess' })
      expect((await ok(client.get<System>(path))).limits).toEqual([
        expect.objectContaining({ rule: 'Passwords tried for an account', hits: 1 }),
        expect.objectContaining({ rule: 'POST /api/v0/admin/jobs/:name/run', requests: 20, seconds: 60, hits: 2 }),
      ])
    } finally {
      await limited.close()
    }
  })

  it('counts mails of this process, with the last failure', async () => {
    const { mail } = server.services
    const before = (await system()).mail
    expect(before).toMatchObject({ transport: 'files', server: null })
    await mail.send({ to: 'ann@example.org', subject: 'Hello', text: 'Hello', key: newId('row') })
    expect((await system()).mail.sent).toBe(before.sent + 1)
    const away = await startTestServer({ env: { SMTP_URL: 'smtp://strand:pass-of-the-mail@127.0.0.1:9' } })
    try {
      const message = { to: 'ann@example.org', subject: 'Hello', text: 'Hello', key: 'k' }
      await expect(away.services.mail.send(message)).rejects.toThrow()
      const { mail: status } = await away.services.operations.system()
      expect(status).toMatchObject({ transport: 'smtp', server: '127.0.0.1:9', sent: 0, failed: 1 })
      expect(status.lastFailure!.error).toContain('ECONNREFUSED')
      expect(JSON.stringify(await away.services.operations.system())).not.toContain('pass-of-the-mail')
    } finally {
      await away.close()
    }
  })

  it('contains no secret of the configuration, also if an error message does', async () => {
    const env = {
      STRAND_SECRET: 'a-secret-of-the-operator-0123456789',
      MEILI_URL: 'http://127.0.0.1:9',
      MEILI_KEY: 'key-of-meilisearch',
    }
    const fresh = await startTestServer({ env })
    try {
      const lastError = `mail: ${env.STRAND_SECRET} ${env.MEILI_URL} ${env.MEILI_KEY} ${fresh.config.database.kind === 'postgres' ? fresh.config.database.url : ''}`
      const fact = { kind: 'memberJoined', uid: 'ann' } as const
      const row = {
        id: newId('row'),
        stage: 'send',
        fact,
        creationDate: after(0),
        dueDate: after(1e6),
        attempts: 3,
        done: [],
        lastError,
      } as const
      await transaction(fresh.db, (manager) => manager.insert(OutboxEntity, { ...row, done: [] }))
      await fresh.services.scheduler.list()
      await transaction(fresh.db, (manager) => manager.update(JobEntity, { name: 'plays.sweep' }, { lastError }))
      const shown = JSON.stringify([await fresh.services.operations.system(), await fresh.services.operations.failures({ limit: 10 })])
      for (const secret of [env.STRAND_SECRET, env.MEILI_KEY]) expect(shown).not.toContain(secret)
      if (fresh.config.database.kind === 'postgres') expect(shown).not.toContain(fresh.config.database.url)
      expect(shown).toContain('mail: •••')
    } finally {
      await fresh.close()
    }
  })
})

describe('M1 failed background work', () => {
  beforeEach(() => transaction(server.db, (manager) => manager.clear(OutboxEntity)))

  it('is counted by kind, listed in pages, and redacted', async () => {
    const ids = await addFailures(3)
    await addFailures(1, { fact: { kind: 'memberChanged', uid: ada.uid } })
    await addFailures(1, { attempts: 0, lastError: null, dueDate: after(-60_000) })
    const { outbox } = await createOperations({ config: server.config, ...server.services }).system()
    expect(outbox).toMatchObject({
      waiting: 5,
      kinds: [
        { kind: 'memberJoined', count: 3, error: 'mail: cannot connect to smtp://•••@mail.example' },
        { kind: 'memberChanged', count: 1 },
      ],
    })
    expect(Date.parse(outbox.overdueSince!)).toBeLessThan(Date.now() - 50_000)
    const list = (query: string) => ok(admin.client.get<{ results: OutboxFailure[]; next: string | null }>(`/api/v0/admin/outbox?${query}`))
    const first = await list('limit=2')
    const second = await list(`limit=2&after=${first.next}`)
    expect([...first.results, ...second.results].map(({ id }) => id).slice(0, 3)).toEqual(ids)
    expect(second.next).toBeNull()
  })

  it('names the request that caused a failure, as the answer and the log do; null if none did', async () => {
    const { headers } = await ada.client.post('/api/v0/beads', { title: 'Traced', category: 'music', invitees: [] })
    const requestId = headers.get('x-request-id')
    expect(requestId).toMatch(/./)
    await transaction(server.db, (manager) =>
      sql(manager, `UPDATE "outbox" SET "attempts" = 1, "lastError" = 'no answer' WHERE "requestId" = :requestId`, { requestId }),
    )
    const [other] = await addFailures(1)
    const { results } = await ok(admin.client.get<{ results: OutboxFailure[] }>('/api/v0/admin/outbox?limit=100'))
    expect(results.filter((failure) => failure.requestId === requestId).map(({ error }) => error)).toContain('no answer')
    expect(results.find(({ id }) => id === other)).toMatchObject({ requestId: null })
  })

  it('retries one, and all of a kind, and logs it; work that may be on its way at the moment is left alone', async () => {
    const [one, two, three] = await addFailures(3)
    const [other] = await addFailures(1, { fact: { kind: 'memberChanged', uid: ada.uid } })
    const [onItsWay] = await addFailures(1, { dueDate: after(leaseMs) })
    expect(await ok(admin.client.post(`/api/v0/admin/outbox/${one}/retry`))).toEqual({ retried: 1 })
    expect(Date.parse(await dueDateOf(one!))).toBeLessThanOrEqual(Date.now())
    expect(Date.parse(await dueDateOf(two!))).toBeGreaterThan(Date.now())
    expect(await lastAction()).toMatchObject({ action: 'outbox.retry', target: { kind: 'outbox', id: one }, detail: { retried: 1 } })
    // The count of an answer after a retry is not an earlier one.
    expect((await system()).outbox.waiting).toBe(5)
    expect(await ok(admin.client.post(`/api/v0/admin/outbox/${onItsWay}/retry`))).toEqual({ retried: 0 })
    expect(await ok(admin.client.post('/api/v0/admin/outbox/retry', { kind: 'memberJoined' }))).toEqual({ retried: 2 })
    for (const id of [two, three]) expect(Date.parse(await dueDateOf(id!))).toBeLessThanOrEqual(Date.now())
    for (const id of [other, onItsWay]) expect(Date.parse(await dueDateOf(id!))).toBeGreaterThan(Date.now())
    expect(await ok(admin.client.post('/api/v0/admin/outbox/retry', { kind: `x'; DROP TABLE "outbox"; --` }))).toEqual({ retried: 0 })
    await server.services.outbox.drain()
    expect((await server.db.getRepository(OutboxEntity).find()).map(({ id }) => id)).toEqual([other, onItsWay])
  })

  it('is read by an index, not by a scan', async () => {
    if (testDatabaseKind !== 'sqlite') return
    const plan = await sql<{ detail: string }>(
      server.db,
      `EXPLAIN QUERY PLAN SELECT * FROM "outbox" WHERE "attempts" > 0 AND "id" > :after ORDER BY "id" LIMIT 20`,
      { after: '' },
    )
    expect(plan.map(({ detail }) => detail)).toEqual([expect.stringContaining('USING INDEX outbox_failed')])
  })
})

describe('M1 jobs', () => {
  it('shows the last run, its duration and the next run; an admin runs one now, which is logged', async () => {
    await server.services.scheduler.runDue()
    const { jobs } = await system()
    const job = jobs.find(({ name }) => name === 'deliveries.clean')!
    expect(job).toMatchObject({ everyMs: 86_400_000, isRunning: false, failures: 0, lastError: null, durationMs: expect.any(Number) })
    expect(Date.parse(job.dueDate)).toBeGreaterThan(Date.now() + 80_000_000)
    expect(await ok(admin.client.post('/api/v0/admin/jobs/deliveries.clean/run'))).toEqual({ isDue: true })
    expect(await lastAction()).toMatchObject({ action: 'job.run', target: { kind: 'job', id: 'deliveries.clean' } })
    await server.services.scheduler.runDue()
    const ran = (await system()).jobs.find(({ name }) => name === 'deliveries.clean')!
    expect(Date.parse(ran.lastRunDate!)).toBeGreaterThan(Date.parse(job.lastRunDate!))
  })

  it('a job that cannot be logged does not run', async () => {
    await server.services.scheduler.runDue()
    const dueDate = async () => (await server.db.getRepository(JobEntity).findOneByOrFail({ name: 'deliveries.clean' })).dueDate
    const before = await dueDate()
    const unlogged = { uid: null as unknown as string }
    await expect(server.services.operations.runJob('deliveries.clean', unlogged)).rejects.toThrow(/null/i)
    expect(await dueDate()).toBe(before)
  })

  it('a running job is not started a second time, and an unknown one is not found', async () => {
    await server.services.scheduler.list()
    await transaction(server.db, (manager) =>
      manager.update(JobEntity, { name: 'deliveries.clean' }, { leaseDate: after(30_000), holder: 'other' }),
    )
    expect(await refused(admin.client.post('/api/v0/admin/jobs/deliveries.clean/run'))).toEqual([409, messages.jobRuns])
    await transaction(server.db, (manager) => manager.update(JobEntity, { name: 'deliveries.clean' }, { leaseDate: null, holder: null }))
    expect((await admin.client.post('/api/v0/admin/jobs/drop.everything/run')).status).toBe(404)
  })
})

it('M1 members and visitors get nothing of it', async () => {
  const requests: [string, string, object?][] = [
    ['GET', path],
    ['GET', '/api/v0/admin/outbox'],
    ['POST', '/api/v0/admin/outbox/x0mgwu0k4b2y9z0c5d/retry'],
    ['POST', '/api/v0/admin/outbox/retry', { kind: 'memberJoined' }],
    ['POST', '/api/v0/admin/jobs/deliveries.clean/run'],
  ]
  for (const [method, address, body] of requests) {
    expect((await visitor.request(method, address, body)).status, address).toBe(401)
    expect((await ada.client.request(method, address, body)).status, address).toBe(403)
  }
})
