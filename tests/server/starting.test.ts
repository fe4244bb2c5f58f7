/** Several servers that start at once on one empty database. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadConfig } from '../../server/config.ts'
import { closeDatabase, migrate, openDatabase } from '#db/data-source.ts'
import { migrations } from '#db/migrations/index.ts'
import { sql } from '#db/sql.ts'
import { seedDemoWorld } from '../../server/demo/seed.ts'
import { buildWorld } from '../../server/demo/world.ts'
import { createTestDatabase, type TestDatabase } from '../support/server.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(() => database.remove())

test('BY27 three servers start concurrently on one empty database: it is migrated and seeded once, and none fails', async () => {
  const config = loadConfig({ NODE_ENV: 'test', ...database.env })
  const now = new Date()
  const members = async (db: Parameters<typeof sql>[0]): Promise<number> =>
    Number((await sql<{ total: number | string }>(db, 'SELECT COUNT(*) AS "total" FROM "member"'))[0]!.total)
  const start = async (): Promise<{ ran: number; found: number }> => {
    const db = await openDatabase(config)
    try {
      let found = 0
      const ran = await migrate(db, async () => {
        found = await members(db)
        if (found === 0) await seedDemoWorld(db, now)
      })
      return { ran: ran.length, found }
    } finally {
      await closeDatabase(db)
    }
  }
  const all = buildWorld(now, 'hash').members.length
  const started = await Promise.all([start(), start(), start()])
  expect(started.sort((a, b) => b.ran - a.ran)).toEqual([
    { ran: migrations.length, found: 0 },
    { ran: 0, found: all },
    { ran: 0, found: all },
  ])
})
