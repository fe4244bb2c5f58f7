import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EntityManager } from 'typeorm'
import { formatId, idKind, idPattern } from '#contract/index.ts'
import { newId } from '#db/ids.ts'
import { isDuplicate, transaction } from '#db/transaction.ts'
import { BeadEntity } from '../../server/features/beads/entities.ts'
import { MemberEntity } from '../../server/features/accounts/entities.ts'
import { startTestServer, testDatabaseKind, type TestServer } from '../support/server.ts'

let server: TestServer
let uid: string
beforeAll(async () => {
  server = await startTestServer()
  uid = (await server.signUp()).me.uid
})
afterAll(() => server.close())

const soon = () => new Promise((resolve) => setTimeout(resolve, Math.random() * 5))
const countOf = async () => (await server.db.getRepository(MemberEntity).findOneByOrFail({ uid })).followerCount
const add = (manager: EntityManager, more: number) => manager.increment(MemberEntity, { uid }, 'followerCount', more)
const setCount = (followerCount: number) => transaction(server.db, (manager) => manager.update(MemberEntity, { uid }, { followerCount }))

describe('transaction', () => {
  test('fifty concurrent transactions are isolated, and failed ones are rolled back', async () => {
    await setCount(0)
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, (_, n) =>
        transaction(server.db, async (manager) => {
          await add(manager, 1)
          await soon()
          await add(manager, 1)
          if (n % 5 === 0) throw new Error('changed my mind')
          return n
        }),
      ),
    )
    expect(outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : (outcome.reason as Error).message))).toEqual(
      Array.from({ length: 50 }, (_, n) => (n % 5 === 0 ? 'changed my mind' : n)),
    )
    expect(await countOf()).toBe(80)
  })

  test('a read outside a transaction sees only committed data', async () => {
    await setCount(7)
    let seen: number | undefined
    await transaction(server.db, async (manager) => {
      await add(manager, 1)
      seen = await countOf()
      expect((await manager.findOneByOrFail(MemberEntity, { uid })).followerCount).toBe(8)
    })
    expect(seen).toBe(7)
    expect(await countOf()).toBe(8)
  })

  test('a nested transaction is refused instead of deadlocking', async () => {
    await expect(transaction(server.db, () => transaction(server.db, async () => 1))).rejects.toThrow('inside a transaction')
    await expect(transaction(server.db, async () => 2)).resolves.toBe(2)
  })

  test.runIf(testDatabaseKind === 'sqlite')('writes outside a transaction fail on SQLite', async () => {
    await expect(server.db.getRepository(MemberEntity).update({ uid }, { city: 'Nowhere' })).rejects.toThrow(/readonly/)
  })

  test.runIf(testDatabaseKind === 'postgres')('a transaction that meets a deadlock is retried', async () => {
    const other = (await server.signUp()).me.uid
    await setCount(0)
    const step = (manager: EntityManager, of: string) => manager.increment(MemberEntity, { uid: of }, 'followerCount', 1)
    const cross = (first: string, second: string) =>
      transaction(server.db, async (manager) => {
        await step(manager, first)
        await new Promise((resolve) => setTimeout(resolve, 50))
        await step(manager, second)
      })
    await Promise.all([cross(uid, other), cross(other, uid)])
    expect(await countOf()).toBe(2)
  })

  test('isDuplicate distinguishes unique violations from other errors', async () => {
    const row = await server.db.getRepository(MemberEntity).findOneByOrFail({ uid })
    const insert = (changes: object) => transaction(server.db, (manager) => manager.insert(MemberEntity, { ...row, ...changes }))
    const failure = async (changes: object) => isDuplicate(await insert(changes).catch((error: unknown) => error))
    expect(await failure({})).toBe(true)
    expect(await failure({ uid: 'new', uidKey: 'new' })).toBe(true)
    expect(await failure({ uid: 'new', uidKey: 'new', email: null, name: null })).toBe(false)
  })

  test('foreign keys are enforced', async () => {
    const orphan = {
      id: newId('bead'),
      title: 'Orphan',
      description: '',
      category: 'other' as const,
      tags: [],
      creatorUid: 'nobody',
      creationDate: new Date().toISOString(),
      groupId: null,
      isDraft: false,
      isFeed: false,
      image: null,
      attribution: null,
      postCount: 0,
      followerCount: 0,
      heat: 0,
    }
    await expect(transaction(server.db, (manager) => manager.insert(BeadEntity, orphan))).rejects.toThrow(/foreign key/i)
  })
})

describe('newId', () => {
  test('20,000 ids are unique and sorted by creation, and match the pattern of their kind', () => {
    const ids = Array.from({ length: 20_000 }, () => newId('post'))
    expect(ids).toEqual(ids.toSorted())
    expect(new Set(ids).size).toBe(ids.length)
    for (const kind of ['bead', 'post', 'comment'] as const) {
      expect(newId(kind)).toMatch(idPattern(kind))
      expect(idKind(newId(kind))).toBe(kind)
    }
  })

  test('an id of an earlier time sorts before a later one', () => {
    expect(formatId('bead', Date.now() - 1000, 'zzzzzzzz') < newId('bead')).toBe(true)
    expect(formatId('bead', Date.now() + 60_000, '00000000') > newId('bead')).toBe(true)
  })
})
