/** Creates empty databases and reverts them to an older schema, for tests of migrations. */
import { afterEach, beforeEach } from 'vitest'
import type { DataSource, EntityManager } from 'typeorm'
import { loadConfig } from '../../server/config.ts'
import { closeDatabase, openDatabase } from '#db/data-source.ts'
import { migrations } from '#db/migrations/index.ts'
import { sql } from '#db/sql.ts'
import { writerOf } from '#db/transaction.ts'
import { createTestDatabase, type TestDatabase } from './server.ts'

export let db: DataSource

/** Registers the hooks of a test file: each test gets a database without tables. */
export function setUp(): void {
  let database: TestDatabase
  beforeEach(async () => {
    database = await createTestDatabase()
    db = await openDatabase(loadConfig(database.env))
  })
  afterEach(async () => {
    await closeDatabase(db)
    await database.remove()
  })
}

/** Reverts the migration with this number and all later ones. @param of by default that of the test */
export async function revertFrom(number: number, of = db): Promise<void> {
  const reverted = migrations.filter(({ name }) => Number(/\d+$/.exec(name)![0]) >= number)
  for (let left = reverted.length; left > 0; left -= 1) await writerOf(of).undoLastMigration()
}

/** Inserts a member into the tables of any version. */
export const insertMember = (manager: EntityManager, uid: string, creationDate: string): Promise<unknown> =>
  sql(
    manager,
    `INSERT INTO "member" ("uid", "uidKey", "name", "verified", "isAdmin", "description", "city", "country", "creationDate", "privileges", "followerCount",
       "followingCount", "collectedPostCount", "createdPostCount", "createdBeadCount", "collectedBeadCount")
     VALUES (:uid, :uid, :uid, FALSE, FALSE, '', '', '', :creationDate, '{}', 0, 0, 0, 0, 0, 0)`,
    { uid, creationDate },
  )
