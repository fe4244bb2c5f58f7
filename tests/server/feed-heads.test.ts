/** The latest heads of what a member follows, also for members who follow hundreds (N1, BY24). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#db/sql.ts'
import { transaction } from '#db/transaction.ts'
import { readHeads, you, type Head } from '../../server/features/feed/heads.ts'
import { relationTypes } from '../../server/features/relations/entities.ts'
import { addPost, startBead } from '../support/content.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

const { followBead, followMember, followTag } = relationTypes
const types = [followBead, followMember, followTag]
/** More than are compared with the follows of a member at once. */
const sources = 10_800

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await transaction(server.db, async (manager) => {
    for (let from = 0; from < sources; from += 400)
      await sql(
        manager,
        `INSERT INTO "activity_head" ("type", "entity", "head") VALUES ${Array.from({ length: 400 }, (_, n) => `(${typeOf(from + n)}, '${nameOf(from + n)}', '${headOf(from + n)}')`).join(', ')}`,
      )
  })
})
afterAll(() => server.close())

const typeOf = (source: number): number => types[source % types.length]!
const nameOf = (source: number): string => `source${source}`
/** A later source has a later head. */
const headOf = (source: number): string => String(source).padStart(9, '0')
const headsOf = (followed: readonly number[]): Head[] =>
  followed
    .map((source) => ({ type: typeOf(source), entity: nameOf(source), head: headOf(source) }))
    .sort((a, b) => (a.head < b.head ? 1 : -1))

/** Replaces what the member follows. */
async function follow(uid: string, followed: readonly number[]): Promise<void> {
  await transaction(server.db, async (manager) => {
    await sql(manager, 'DELETE FROM "relation" WHERE "uid" = :uid', { uid })
    for (let from = 0; from < followed.length; from += 200)
      await sql(
        manager,
        `INSERT INTO "relation" ("uid", "type", "entity", "creationDate") VALUES ${followed
          .slice(from, from + 200)
          .map((source) => `(:uid, ${typeOf(source)}, '${nameOf(source)}', '2026-01-01T00:00:00.000Z')`)
          .join(', ')}`,
        { uid },
      )
  })
}

async function follower(followed: readonly number[]): Promise<string> {
  const { me } = await server.signUp('Reader')
  await follow(me.uid, followed)
  return me.uid
}

const read = async (uid: string, after: string, limit: number): Promise<Head[]> =>
  (await readHeads(server.db, uid, after, limit)).map(({ type, entity, head }) => ({ type, entity, head }))

const range = (from: number, count: number, step = 1): number[] => Array.from({ length: count }, (_, n) => from + n * step)

test.each([
  ['few', range(5_000, 40)],
  ['hundreds, some of which were active just now', range(0, 600, 18)],
  ['hundreds, the latest of all', range(10_000, 600)],
  ['hundreds that were active before all others', range(0, 600)],
  ['hundreds, of which few are among the latest', [...range(0, 590), ...range(10_790, 10)]],
])('N1 a member who follows %s → the latest heads of these sources', async (_what, followed) => {
  const uid = await follower(followed)
  const all = headsOf(followed)
  for (const limit of [1, 30, 500, 16_384]) expect(await read(uid, '', limit)).toEqual(all.slice(0, limit))
  const after = all[20]!.head
  expect(await read(uid, after, 30)).toEqual(all.slice(0, 21))
  expect(await read(uid, 'z', 30)).toEqual([])
})

test('N1 the own latest post is older than the heads of the followed sources → it hides none of them', async () => {
  const { client, me } = await server.signUp('Author')
  const post = await addPost(client, (await startBead(client)).id)
  const old = `p${headOf(0)}${post.id.slice(10)}`
  await transaction(server.db, async (manager) => {
    await sql(manager, 'UPDATE "post" SET "id" = :old WHERE "id" = :id', { old, id: post.id })
    await sql(manager, 'DELETE FROM "relation" WHERE "uid" = :uid', { uid: me.uid })
  })
  const followed = [...range(100, 590), ...range(10_790, 10)]
  await follow(me.uid, followed)
  const own = { type: you, entity: me.uid, head: old.slice(1) }
  const all = [...headsOf(followed), own].sort((a, b) => (a.head < b.head ? 1 : -1))
  for (const limit of [10, 11, 12, 599, 600, 601, 700]) expect(await read(me.uid, '', limit)).toEqual(all.slice(0, limit))
})

test('N1 a member who follows nothing has no heads', async () => {
  expect(await read(await follower([]), '', 30)).toEqual([])
})

test('N1 the own latest post is among the heads', async () => {
  const { client, me } = await server.signUp('Author')
  const post = await addPost(client, (await startBead(client)).id)
  expect(await read(me.uid, '', 30)).toContainEqual(expect.objectContaining({ type: you, entity: me.uid, head: post.id.slice(1) }))
})
