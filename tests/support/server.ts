/**
 * Starts the application for API tests, each time on a separate port and over a separate database: SQLite in a temporary directory, or a
 * new database on the PostgreSQL server at STRAND_TEST_DATABASE_URL.
 */
import { randomBytes } from 'node:crypto'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { DataSource } from 'typeorm'
import { createApp } from '../../server/app.ts'
import type { LoadRenderer } from '../../server/features/pages/rendering.ts'
import { loadConfig, type Config } from '../../server/config.ts'
import type { Me } from '#contract/index.ts'
import { closeDatabase, migrate, openDatabase } from '#db/data-source.ts'
import { createRefusal } from '../../server/features/media/refusal.ts'
import type { SafeFetch } from '../../server/features/media/safe-fetch.ts'
import type { PushTransport } from '../../server/features/push/service.ts'
import { createServer } from '#http/connections.ts'
import { createServices, type Services } from '../../server/services.ts'
import { Client } from './client.ts'

export { Client } from './client.ts'

const adminUrl = process.env.STRAND_TEST_DATABASE_URL
export const testDatabaseKind: 'sqlite' | 'postgres' = adminUrl ? 'postgres' : 'sqlite'

/** The data directory and database of a test. */
export interface TestDatabase {
  /** Variables for `loadConfig`, or for a child process. */
  env: { STRAND_DATA_DIR: string; DATABASE_URL?: string }
  remove(): Promise<void>
}

async function executeAsAdmin(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/**
 * Creates a database for one test. `tables`: the prepared database to copy (`api-tables.ts`), a folder or, on PostgreSQL, the name
 * of a template; without it the database is empty.
 */
export async function createTestDatabase({ tables }: { tables?: string } = {}): Promise<TestDatabase> {
  const directory = await mkdtemp(join(tmpdir(), 'strand-test-'))
  const removeDirectory = () => rm(directory, { recursive: true, force: true })
  if (!adminUrl) {
    if (tables !== undefined) await cp(tables, directory, { recursive: true })
    return { env: { STRAND_DATA_DIR: directory }, remove: removeDirectory }
  }
  const name = `strand_test_${randomBytes(8).toString('hex')}`
  await executeAsAdmin(adminUrl, `CREATE DATABASE ${name}${tables === undefined ? '' : ` TEMPLATE ${tables}`}`)
  const url = new URL(adminUrl)
  url.pathname = `/${name}`
  return {
    env: { STRAND_DATA_DIR: directory, DATABASE_URL: url.href },
    remove: async () => {
      await executeAsAdmin(adminUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
      await removeDirectory()
    },
  }
}

export interface TestServerOptions {
  /** Overrides the defaults of tests: no demo data, no rate limits, no log. */
  env?: Record<string, string>
  /** Fills the database before the server accepts requests. */
  seed?: (db: DataSource) => Promise<unknown>
  /** Replaces services before the app is created. */
  services?: (services: Services) => Services
  /** Fetches from other sites; by default every fetch fails. */
  fetcher?: SafeFetch
  /** Sends to push services; by default every push fails. */
  pushTransport?: PushTransport
  /** Returns another URL of the same PostgreSQL database, for example that of a proxy. */
  databaseUrl?: (url: string) => string
  /** Renders first screens; by default only browsers do. */
  loadRenderer?: LoadRenderer
}

export interface TestServer {
  url: string
  db: DataSource
  /** The outbox is not started: `services.outbox.drain()` processes the events that are due. */
  services: Services
  config: Config
  /** Creates a visitor with separate cookies. */
  client(): Client
  /** Creates a member and signs in. */
  signUp(name?: string): Promise<{ client: Client; me: Me; password: string }>
  close(): Promise<void>
}

const listen = (server: Server): Promise<number> =>
  new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)))

const offline: SafeFetch = { get: () => Promise.reject(createRefusal('network', 'tests have no network')), close: async () => {} }

const noPush: PushTransport = {
  check: async () => {},
  send: () => Promise.reject(new Error('tests have no network')),
  close: async () => {},
}

let memberCount = 0

export async function startTestServer({
  env = {},
  seed,
  services: replaceServices = (services) => services,
  fetcher = offline,
  pushTransport = noPush,
  databaseUrl = (url) => url,
  loadRenderer,
}: TestServerOptions = {}): Promise<TestServer> {
  const { STRAND_TEST_TABLES: tables } = process.env
  const database = await createTestDatabase({ ...(tables !== undefined && { tables }) })
  const { DATABASE_URL } = database.env
  const server = createServer()
  const port = await listen(server)
  const config = loadConfig({
    NODE_ENV: 'test',
    STRAND_DEMO: '0',
    STRAND_RATE_LIMITS: '0',
    LOG_LEVEL: 'silent',
    PORT: String(port),
    ...database.env,
    ...(DATABASE_URL !== undefined && { DATABASE_URL: databaseUrl(DATABASE_URL) }),
    ...env,
  })
  const db = await openDatabase(config)
  await migrate(db)
  await seed?.(db)
  const services = replaceServices(createServices(db, config, fetcher, pushTransport))
  const app = createApp(services, config, loadRenderer)
  server.on('request', app)
  services.connect.attach(server, app)
  const url = `http://127.0.0.1:${port}`
  const client = () => new Client(url, config.publicUrl)

  return {
    url,
    db,
    services,
    config,
    client,

    async signUp(name = `Test Person ${(memberCount += 1)}`) {
      const signedUp = client()
      const password = 'correct horse'
      const email = `${randomBytes(6).toString('hex')}@example.org`
      const { status, body } = await signedUp.post<Me>('/api/v0/auth/signup', { name, email, password })
      if (status !== 200) throw new Error(`Sign-up failed with status ${status}: ${JSON.stringify(body)}`)
      return { client: signedUp, me: body, password }
    },

    async close() {
      await services.connect.stop()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await services.scheduler.stop()
      await services.outbox.stop()
      await services.search.stop()
      services.mail.close()
      await services.push.close()
      await services.media.close()
      services.objects.close()
      await closeDatabase(db)
      await database.remove()
    },
  }
}
