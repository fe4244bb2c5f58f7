import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { DataSource, EntityManager } from 'typeorm'
import { closeDatabase, migrate, openDatabase } from '#db/data-source.ts'
import { sql } from '#db/sql.ts'
import { transaction } from '#db/transaction.ts'
import { OutboxEntity } from '#outbox/entities.ts'
import type { Fact } from '#outbox/facts.ts'
import { createOutbox, emit, leaseMs, type Consumer, type Outbox } from '#outbox/outbox.ts'
import { loadConfig } from '../../server/config.ts'
import { createTestDatabase } from '../support/server.ts'

const joined = (uid: string): Fact => ({ kind: 'memberJoined', uid })
const uidOf = (fact: Fact): string => (fact as { uid: string }).uid
const quiet = { warn: () => undefined, error: () => undefined }

let database: Awaited<ReturnType<typeof createTestDatabase>>
let db: DataSource
let clock: number
const open: Outbox[] = []

beforeEach(async () => {
  database = await createTestDatabase()
  db = await openDatabase(loadConfig({ NODE_ENV: 'test', ...database.env }))
  await migrate(db)
  clock = Date.now() + 1000
})
afterEach(async () => {
  await Promise.all(open.splice(0).map((outbox) => outbox.stop()))
  await closeDatabase(db)
  await database.remove()
})

function outboxOf(...consumers: Consumer[]): Outbox {
  const outbox = createOutbox({ db, log: quiet, consumers, now: () => clock })
  open.push(outbox)
  return outbox
}
const emitAll = (...facts: Fact[]) =>
  transaction(db, async (manager) => {
    for (const fact of facts) await emit(manager, fact)
  })
const waiting = async (): Promise<number> => Number((await sql<{ n: number | string }>(db, 'SELECT COUNT(*) AS "n" FROM "outbox"'))[0]!.n)

/** An effect on the database that can be counted: each call inserts a Bead of the Day. */
const effect = (manager: EntityManager, day: string) =>
  sql(manager, 'INSERT INTO "day_bead" ("day", "beadId") VALUES (:day, :day)', { day })
const effects = async (): Promise<string[]> =>
  (await sql<{ day: string }>(db, 'SELECT "day" FROM "day_bead" ORDER BY "day"')).map(({ day }) => day)

describe('Outbox: an event is delivered if and only if its transaction commits', () => {
  it('BY25 events that a server with a fast clock has dated into the future are due at once', async () => {
    const received: string[] = []
    await emitAll(joined('early'), joined('failed'), joined('failedLong'))
    const date = async (uid: string, ms: number, attempts: number) => {
      const { id } = (await db.getRepository(OutboxEntity).find()).find(({ fact }) => uidOf(fact) === uid)!
      const dueDate = new Date(clock + ms).toISOString()
      await transaction(db, (manager) => manager.update(OutboxEntity, { id }, { dueDate, attempts }))
    }
    await date('early', 3_600_000, 0)
    await date('failed', 3_600_000, 12)
    await date('failedLong', 7_200_000, 12)
    outboxOf({ name: 'mail', kinds: ['memberJoined'], send: async (fact) => void received.push(uidOf(fact)) }).start()
    await expect.poll(() => received.toSorted()).toEqual(['early', 'failedLong'])
    await expect.poll(waiting).toBe(1)
  })

  it('consumers of its kind receive an event in order, and then it is deleted', async () => {
    const received: string[] = []
    const outbox = outboxOf(
      { name: 'mail', kinds: ['memberJoined'], send: async (fact) => void received.push(`mail ${uidOf(fact)}`) },
      {
        name: 'index',
        kinds: ['memberJoined', 'memberChanged'],
        apply: (manager, fact) => effect(manager, uidOf(fact)).then(() => undefined),
      },
      { name: 'other', kinds: ['beadCreated'], send: async () => void received.push('never') },
    )
    await emitAll(joined('ann'), joined('bob'))
    await outbox.drain()
    expect(received.toSorted()).toEqual(['mail ann', 'mail bob'])
    expect(await effects()).toEqual(['ann', 'bob'])
    expect(await waiting()).toBe(0)
  })

  it('an event of a rolled-back transaction is not delivered', async () => {
    const received: Fact[] = []
    const outbox = outboxOf({ name: 'mail', kinds: ['memberJoined'], send: async (fact) => void received.push(fact) })
    await expect(
      transaction(db, async (manager) => {
        await emit(manager, joined('ann'))
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    await outbox.drain()
    expect(received).toEqual([])
  })

  it('a started outbox delivers at once, without polling', async () => {
    let onEvent: (fact: Fact) => void
    const received = new Promise<Fact>((resolve) => (onEvent = resolve))
    const outbox = outboxOf({ name: 'mail', kinds: ['memberJoined'], send: async (fact) => onEvent(fact) })
    outbox.start()
    await emitAll(joined('ann'))
    clock += 10
    expect(await received).toEqual(joined('ann'))
  })
})

describe('Outbox: failures and retries', () => {
  it('a failed send is retried with backoff; the consumers before and after it are called once', async () => {
    const tries: number[] = []
    let others = 0
    const laterCalls: number[] = []
    const outbox = outboxOf(
      { name: 'push', kinds: ['memberJoined'], send: async () => void (others += 1) },
      {
        name: 'mail',
        kinds: ['memberJoined'],
        send: async () => {
          tries.push(clock)
          if (tries.length < 4) throw new Error('the mail server is away')
        },
      },
      { name: 'digest', kinds: ['memberJoined'], send: async () => void laterCalls.push(clock) },
    )
    await emitAll(joined('ann'))
    const start = clock
    for (let second = 0; second < 20; second += 1) {
      await outbox.drain()
      clock += 1000
    }
    expect(tries.map((time) => (time - start) / 1000)).toEqual([0, 2, 6, 14])
    expect(others).toBe(1)
    expect(laterCalls).toEqual([start])
    expect(await waiting()).toBe(0)
  })

  it('a failed apply is rolled back; other consumers and events are not affected', async () => {
    let broken = true
    const outbox = outboxOf(
      { name: 'first', kinds: ['memberJoined'], apply: (manager, fact) => effect(manager, `1 ${uidOf(fact)}`).then(() => undefined) },
      {
        name: 'second',
        kinds: ['memberJoined'],
        apply: async (manager, fact) => {
          await effect(manager, `2 ${uidOf(fact)}`)
          if (broken && uidOf(fact) === 'ann') throw new Error('broken')
        },
      },
    )
    await emitAll(joined('ann'), joined('bob'))
    await outbox.drain()
    expect(await effects()).toEqual(['1 ann', '1 bob', '2 bob'])
    broken = false
    clock += 2000
    await outbox.drain()
    expect(await effects()).toEqual(['1 ann', '1 bob', '2 ann', '2 bob'])
    expect(await waiting()).toBe(0)
  })

  it('another process takes over an event after the lease of the first has expired', async () => {
    let onSending: () => void
    const sending = new Promise<void>((resolve) => (onSending = resolve))
    let die: (error: Error) => void
    const crash = new Promise<void>((_resolve, reject) => (die = reject))
    const first = outboxOf({ name: 'mail', kinds: ['memberJoined'], send: () => (onSending(), crash) })
    await emitAll(joined('ann'))
    const dying = first.drain()
    await sending

    const received: Fact[] = []
    const second = outboxOf({ name: 'mail', kinds: ['memberJoined'], send: async (fact) => void received.push(fact) })
    await second.drain()
    expect(received).toEqual([])
    clock += leaseMs
    await second.drain()
    expect(received).toEqual([joined('ann')])
    expect(await waiting()).toBe(0)
    die!(new Error('gone'))
    await dying
  })

  it('BY27 a consumer fails → concurrent processes apply the others once per event, and count one attempt', async () => {
    const [head] = await sql<{ position: number | string }>(db, 'SELECT "position" FROM "search_head"')
    const counting: Consumer = {
      name: 'counts',
      kinds: ['memberJoined'],
      apply: async (manager) => void (await sql(manager, 'UPDATE "search_head" SET "position" = "position" + 1')),
    }
    const failing: Consumer = { name: 'fails', kinds: ['memberJoined'], apply: () => Promise.reject(new Error('broken')) }
    await emitAll(...Array.from({ length: 20 }, (_, index) => joined(`m${index}`)))
    await Promise.all([outboxOf(counting, failing).drain(), outboxOf(counting, failing).drain()])
    const [after] = await sql<{ position: number | string }>(db, 'SELECT "position" FROM "search_head"')
    expect(Number(after!.position) - Number(head!.position)).toBe(20)
    const rows = await db.getRepository(OutboxEntity).find()
    expect(rows.map(({ attempts, done }) => ({ attempts, done }))).toEqual(Array(20).fill({ attempts: 1, done: ['counts'] }))
  })

  it('BY27 a process fails after its lease has expired → the failures of the next process stay recorded', async () => {
    let onSending: () => void
    const sending = new Promise<void>((resolve) => (onSending = resolve))
    let end: (error: Error) => void
    const hanging = new Promise<void>((_resolve, reject) => (end = reject))
    const slow = outboxOf({ name: 'mail', kinds: ['memberJoined'], send: () => (onSending(), hanging) })
    await emitAll(joined('ann'))
    const late = slow.drain()
    await sending

    const next = outboxOf(
      { name: 'push', kinds: ['memberJoined'], send: async () => undefined },
      { name: 'mail', kinds: ['memberJoined'], send: () => Promise.reject(new Error('refused')) },
    )
    clock += leaseMs
    await next.drain()
    clock += 2000
    await next.drain()
    const recorded = await db.getRepository(OutboxEntity).find()
    expect(recorded).toMatchObject([{ attempts: 2, done: ['push'], lastError: 'mail: refused' }])
    end!(new Error('too late'))
    await late
    expect(await db.getRepository(OutboxEntity).find()).toEqual(recorded)
  })

  it('concurrent processes apply each event once', async () => {
    const consumer: Consumer = {
      name: 'index',
      kinds: ['memberJoined'],
      apply: (manager, fact) => effect(manager, uidOf(fact)).then(() => undefined),
    }
    await emitAll(...Array.from({ length: 60 }, (_, index) => joined(`m${index}`)))
    await Promise.all([outboxOf(consumer).drain(), outboxOf(consumer).drain(), outboxOf(consumer).drain()])
    expect(await effects()).toHaveLength(60)
    expect(await waiting()).toBe(0)
  })
})
