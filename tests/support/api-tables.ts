/** Global setup of the API tests: creates the tables once. Each test server starts with a copy of them. */
import { loadConfig } from '../../server/config.ts'
import { closeDatabase, migrate, openDatabase } from '#db/data-source.ts'
import { createTestDatabase } from './server.ts'

export default async function prepare(): Promise<() => Promise<void>> {
  const { env, remove } = await createTestDatabase()
  const db = await openDatabase(loadConfig({ NODE_ENV: 'test', ...env }))
  await migrate(db)
  // PostgreSQL copies only a database without connections.
  await closeDatabase(db)
  // The workers are child processes; `createTestDatabase` reads this variable.
  process.env.STRAND_TEST_TABLES = env.DATABASE_URL === undefined ? env.STRAND_DATA_DIR : new URL(env.DATABASE_URL).pathname.slice(1)
  return remove
}
