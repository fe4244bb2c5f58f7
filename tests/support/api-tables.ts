/**
 * Global setup of the API tests: creates the tables once, and builds the server for tests that start it as a process. Each test server
 * starts with a copy of the tables.
 */
import { ensureBuilt } from '../../build/lib/artefacts.mjs'
import { loadConfig } from '../../server/config.ts'
import { closeDatabase, migrate, openDatabase } from '#db/data-source.ts'
import { createTestDatabase } from './server.ts'

export default async function prepare(): Promise<() => Promise<void>> {
  await ensureBuilt(['server'])
  const { env, remove } = await createTestDatabase()
  const db = await openDatabase(loadConfig({ NODE_ENV: 'test', ...env }))
  await migrate(db)
  // PostgreSQL copies only a database without connections.
  await closeDatabase(db)
  // The workers are child processes; `createTestDatabase` reads this variable.
  process.env.STRAND_TEST_TABLES = env.DATABASE_URL === undefined ? env.STRAND_DATA_DIR : new URL(env.DATABASE_URL).pathname.slice(1)
  return remove
}
