/** The built server, which tests kill and start again, on a database that survives it. */
import { afterAll, afterEach, beforeAll } from 'vitest'
import { ready, startProduction, type Started } from './built-server.ts'
import { createTestDatabase, type TestDatabase } from './server.ts'

export let database: TestDatabase
/** The process that was started last; undefined before the first start. */
export let running: Started

/** Registers the hooks of a test file. */
export function setUp(): void {
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterEach(async () => {
    const last = running as Started | undefined
    last?.process.kill('SIGKILL')
    await last?.ended
  })
  afterAll(() => database.remove())
}

/** Resolves with the URL of the server once it is ready. */
export async function start(): Promise<string> {
  running = startProduction(database.env)
  return ready(running)
}
