import { afterAll, beforeAll, expect, it } from 'vitest'
import { WordsOfSearch1790000000081 } from '#db/migrations/words-of-search.ts'
import { sql } from '#db/sql.ts'
import { transaction } from '#db/transaction.ts'
import { startBead } from '../support/content.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

it('AP9 with an index the search words of titles and names are dropped, without one restored; nothing else is', async () => {
  const { client, me } = await server.signUp('Áda Rivers')
  const { id } = await startBead(client, { title: 'Slow Sunday' })
  await server.services.outbox.drain()
  const words = async () =>
    (
      await sql<{ kind: string; word: string; entity: string }>(
        server.db,
        'SELECT "kind", "word", "entity" FROM "word" ORDER BY "kind", "word"',
      )
    ).map((row) => Object.values(row).join(' '))
  const name = [`name slowsunday ${id}`]
  const found = [`bead slow ${id}`, `bead sunday ${id}`, `member ada ${me.uid}`, `member ${me.uid} ${me.uid}`, `member rivers ${me.uid}`]
  expect(await words()).toEqual(name)
  const migration = new WordsOfSearch1790000000081()
  const step = (which: 'up' | 'down') => transaction(server.db, (manager) => migration[which](manager.queryRunner!))
  await step('down')
  expect((await words()).toSorted()).toEqual([...found, ...name].toSorted())
  await step('up')
  expect(await words()).toEqual(name)
})
