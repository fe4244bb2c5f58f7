/** Compares endpoints with their floor, in interleaved rounds, so that changes of the machine's load affect both equally. */
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type Database from 'better-sqlite3'
import { createApp } from '../../server/app.ts'
import { loadConfig } from '../../server/config.ts'
import { closeDatabase, openDatabase } from '#db/data-source.ts'
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
  STRAND_DATA_DIR: world.folder,
  STRAND_DEMO: '0',
  STRAND_RATE_LIMITS: '0',
  NODE_ENV: 'production',
  LOG_LEVEL: 'error',
})

/** The client of a request: a visitor, or a member with a session. */
export interface Visitor {
  name: 'anonymous' | 'signed in'
  headers: Record<string, string>
}

const anonymous: Visitor = { name: 'anonymous', headers: {} }

/** Records the statements that a connection runs. */
function listen(handle: Database.Database): Statement[] {
  const statements: Statement[] = []
  const prepare = handle.prepare.bind(handle)
  handle.prepare = (sql: string) => {
    const statement = prepare(sql)
    const all = statement.all.bind(statement)
    statement.all = (...parameters: unknown[]) => {
      statements.push({ sql, parameters: parameters.flat() })
      return all(...parameters)
    }
    return statement as never
  }
  return statements
}

/** The statements and the response of an endpoint once its caches are warm. */
async function capture(
  world: World,
  path: string,
  visitor: Visitor,
): Promise<{ statements: Statement[]; headers: Record<string, string>; body: string }> {
  const config = loadConfig({ ...environment(world), PORT: '0' })
  const db = await openDatabase(config)
  const statements = listen((db.driver as unknown as { databaseConnection: Database.Database }).databaseConnection)
  const services = createServices(db, config)
  const server = createServer(createApp(services, config))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const request = () => fetch(`http://127.0.0.1:${port}${path}`, { headers: { 'Accept-Encoding': 'identity', ...visitor.headers } })
  try {
    await (await request()).text()
    statements.length = 0
    const response = await request()
    const body = await response.text()
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${body}`)
    const headers = Object.fromEntries([...response.headers].filter(([name]) => !['date', 'connection', 'keep-alive'].includes(name)))
    return { statements: [...statements], headers, body }
  } finally {
    server.closeAllConnections()
    server.close()
    await services.media.close()
    await closeDatabase(db)
  }
}

const rounds = 7
const single = 400
const crowd = { requests: 1500, connections: 16 }

interface Read {
  name: string
  path: string
}

async function compare(world: World, origin: string, { name, path }: Read, visitor: Visitor): Promise<void> {
  const { statements, headers, body } = await capture(world, path, visitor)
  const plan = join(world.folder, 'floor.json')
  await writeFile(plan, JSON.stringify({ database: world.database, statements, headers, body }))
  const bare = startProcess(process.execPath, ['tests/bench/floor.js', plan], {})
  try {
    const sides = [
      { origin, times: [] as number[], perSecond: [] as number[] },
      { origin: await ready(bare), times: [] as number[], perSecond: [] as number[] },
    ] as const
    for (const side of sides) await load(side.origin, path, crowd.requests, crowd.connections, visitor.headers)
    for (let round = 0; round < rounds; round += 1) {
      for (const side of sides) {
        side.times.push(...(await load(side.origin, path, single, 1, visitor.headers)).times)
        side.perSecond.push((await load(side.origin, path, crowd.requests, crowd.connections, visitor.headers)).perSecond)
      }
    }
    const [real, floor] = sides
    print(
      `${name}, ${visitor.name}, ${world.name} (${world.counts})`,
      [
        { what: 'p50', unit: 'ms', measured: median(real.times), floor: median(floor.times) },
        { what: 'p99', unit: 'ms', measured: quantile(real.times, 0.99), floor: quantile(floor.times, 0.99) },
        {
          what: `throughput at ${crowd.connections}`,
          unit: 'req/s',
          measured: median(real.perSecond),
          floor: median(floor.perSecond),
          higherIsBetter: true,
        },
      ],
      `${statements.length} statement(s), ${body.length.toLocaleString('en-US')} bytes, ${rounds} interleaved rounds`,
    )
  } finally {
    bare.process.kill('SIGTERM')
    await bare.ended
  }
}

/** Signs up a new member. */
async function newMember(origin: string): Promise<Visitor> {
  const response = await fetch(`${origin}/api/v0/auth/signup`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Strand-Request': '1', Origin: origin },
    body: JSON.stringify({ name: 'Bench Marker', email: 'bench@example.org', password: 'bench mark' }),
  })
  if (!response.ok) throw new Error(`Sign-up failed with status ${response.status}: ${await response.text()}`)
  const cookie = response.headers
    .getSetCookie()
    .map((header) => header.split(';')[0])
    .join('; ')
  return { name: 'signed in', headers: { Cookie: cookie } }
}

export async function benchmarkApi(worlds: readonly World[]): Promise<void> {
  for (const world of worlds) {
    const strand = await startBuiltServer(environment(world))
    try {
      const reads: Read[] = [
        { name: 'GET /api/v0/posts?bead=…&limit=15', path: `/api/v0/posts?bead=${world.bead}&limit=15` },
        { name: 'GET /api/v0/beads?sort=top', path: '/api/v0/beads?sort=top' },
      ]
      const visitors = [anonymous, await newMember(strand.origin)]
      for (const read of reads) for (const visitor of visitors) await compare(world, strand.origin, read, visitor)
    } finally {
      await strand.stop()
    }
  }
}
