/** Endpoints against their floor, in interleaved rounds, so that the machine's moods meet both alike. */
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Logger } from 'typeorm'
import { createApp } from '../../server/app.ts'
import { loadConfig } from '../../server/config.ts'
import { closeDatabase, openDatabase } from '../../server/db/data-source.ts'
import { createServices } from '../../server/services.ts'
import { ready, startBuiltServer, startProcess } from '../support/built-server.ts'
import { median, print, quantile } from './figures.ts'
import { load } from './load.ts'
import type { World } from './world.ts'

interface Statement {
  sql: string
  parameters: unknown[]
}

const environment = (world: World) => ({
  STRAND_DATA_DIR: world.folder, STRAND_DEMO: '0', STRAND_RATE_LIMITS: '0', NODE_ENV: 'production', LOG_LEVEL: 'error',
})

/** What the endpoint asks of the database once it is warm, and what it answers. */
async function capture(world: World, path: string): Promise<{ statements: Statement[]; headers: Record<string, string>; body: string }> {
  const config = loadConfig({ ...environment(world), PORT: '0' })
  const db = await openDatabase(config)
  const statements: Statement[] = []
  const quiet = () => undefined
  const logger: Logger = {
    logQuery: (sql, parameters: unknown[] = []) =>
      // better-sqlite3 binds no booleans; the driver turns them into numbers after this call.
      void statements.push({ sql, parameters: parameters.map((value) => (typeof value === 'boolean' ? Number(value) : value)) }),
    logQueryError: quiet, logQuerySlow: quiet, logSchemaBuild: quiet, logMigration: quiet, log: quiet,
  }
  const server = createServer(createApp(createServices(db, config), config))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const ask = () => fetch(`http://127.0.0.1:${port}${path}`, { headers: { 'Accept-Encoding': 'identity' } })
  try {
    await (await ask()).text()
    // Loggers are read at every query, so this one sees the second request only.
    db.setOptions({ logger, logging: true })
    db.logger = logger
    const response = await ask()
    const body = await response.text()
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${body}`)
    const headers = Object.fromEntries([...response.headers].filter(([name]) => !['date', 'connection', 'keep-alive'].includes(name)))
    return { statements: [...statements], headers, body }
  } finally {
    server.closeAllConnections()
    server.close()
    await closeDatabase(db)
  }
}

const rounds = 7
const single = 400
const crowd = { requests: 1500, connections: 16 }

async function compare(world: World, name: string, path: string): Promise<void> {
  const { statements, headers, body } = await capture(world, path)
  const plan = join(world.folder, 'floor.json')
  await writeFile(plan, JSON.stringify({ database: world.database, statements, headers, body }))
  const strand = await startBuiltServer(environment(world))
  const bare = startProcess(process.execPath, ['tests/bench/floor.js', plan], {})
  try {
    const sides = [
      { origin: strand.origin, times: [] as number[], perSecond: [] as number[] },
      { origin: await ready(bare), times: [] as number[], perSecond: [] as number[] },
    ] as const
    for (const { origin } of sides) await load(origin, path, single, 4)
    for (let round = 0; round < rounds; round += 1) {
      for (const side of sides) {
        side.times.push(...(await load(side.origin, path, single, 1)).times)
        side.perSecond.push((await load(side.origin, path, crowd.requests, crowd.connections)).perSecond)
      }
    }
    const [real, floor] = sides
    print(
      `${name}, ${world.name} (${world.counts})`,
      [
        { what: 'p50', unit: 'ms', measured: median(real.times), floor: median(floor.times) },
        { what: 'p99', unit: 'ms', measured: quantile(real.times, 0.99), floor: quantile(floor.times, 0.99) },
        { what: `throughput at ${crowd.connections}`, unit: 'req/s', measured: median(real.perSecond), floor: median(floor.perSecond), higherIsBetter: true },
      ],
      `${statements.length} statement(s), ${body.length.toLocaleString('en-US')} bytes, ${rounds} interleaved rounds`,
    )
  } finally {
    bare.process.kill('SIGTERM')
    await Promise.all([strand.stop(), bare.ended])
  }
}

export async function benchmarkApi(worlds: readonly World[]): Promise<void> {
  for (const world of worlds) {
    await compare(world, 'GET /api/v0/posts?bead=…&limit=15', `/api/v0/posts?bead=${world.bead}&limit=15`)
    await compare(world, 'GET /api/v0/beads?sort=top', '/api/v0/beads?sort=top')
  }
}
