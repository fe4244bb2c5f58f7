/**
 * Runs SQL on TypeORM's connections without its query runner. For each query TypeORM creates a runner, calls subscribers and takes five
 * microtask turns, which together cost more than reading the fifteen rows of a page. Statements are prepared once per connection; errors
 * are those that TypeORM throws.
 */
import type { Database, Statement } from 'better-sqlite3'
import type { Pool, PoolClient } from 'pg'
import { QueryFailedError, type DataSource } from 'typeorm'
import { maxStatements, setBounded } from './bounded.ts'
import { pipelined, type Timing } from './pipeline.ts'
import { runQuery } from './query.ts'
import { compileRow, type CreateRow } from './rows.ts'
import { slowMs, slowQueriesOf } from './slowQueries.ts'

interface Prepared {
  statement: Statement
  /** Null if the statement returns no rows. The schema does not change while the server runs. */
  createRow: CreateRow | null
}

const prepared = new WeakMap<Database, Map<string, Prepared>>()

function prepare(handle: Database, text: string): Prepared {
  let known = prepared.get(handle)
  if (!known) prepared.set(handle, (known = new Map()))
  const found = known.get(text)
  if (found) return found
  const statement = handle.prepare(text)
  // As arrays: the row objects of better-sqlite3 are in V8's dictionary mode, which is slow to create and to read.
  const columns = statement.reader ? statement.raw(true).columns() : null
  const made = { statement, createRow: columns && compileRow(columns.map(({ name }) => name)) }
  setBounded(known, text, made, maxStatements)
  return made
}

/** better-sqlite3 cannot bind booleans. */
const bindable = (value: unknown): unknown => (typeof value === 'boolean' ? Number(value) : value)

/** Returns the rows of a statement that returns rows, otherwise an empty list. */
export function runOnSqlite<Row>(db: DataSource, text: string, values: readonly unknown[]): Row[] {
  const { databaseConnection: handle } = db.driver as unknown as { databaseConnection: Database }
  const parameters = values.map(bindable)
  const startedAt = performance.now()
  try {
    const { statement, createRow } = prepare(handle, text)
    if (createRow) return (statement.all(parameters) as unknown[][]).map(createRow) as Row[]
    statement.run(parameters)
    return []
  } catch (error) {
    throw new QueryFailedError(text, parameters, error as Error)
  } finally {
    const ms = performance.now() - startedAt
    if (ms > slowMs.sqlite) slowQueriesOf(db)?.add(text, ms)
  }
}

/** Runs of a statement in this process before PostgreSQL prepares it: rare statements take no memory there. */
const runsBeforePreparing = 5
/**
 * Total length (characters) of the prepared texts of a process. A connection keeps them until it ends, with about 250 bytes a character,
 * and requests choose among thousands. Further texts are not prepared.
 */
const maxPreparedLength = 150_000

/** Names of prepared statements on the connections of a database. */
interface Names {
  ids: Map<string, number>
  /** Of all texts with an id. */
  length: number
  runs: Map<string, number>
  /** Part of the names. Changes with the schema, which outdates prepared statements: see `isOutdated`. */
  generation: number
}

const namesOf = new WeakMap<DataSource, Names>()

function nameOf(names: Names, text: string): string | undefined {
  const { ids, runs } = names
  if (!ids.has(text)) {
    if (names.length + text.length > maxPreparedLength) return undefined
    const count = (runs.get(text) ?? 0) + 1
    if (count <= runsBeforePreparing) return void setBounded(runs, text, count, maxStatements)
    runs.delete(text)
    ids.set(text, ids.size)
    names.length += text.length
  }
  return `strand_${names.generation}_${ids.get(text)}`
}

const codeOf = (error: unknown): unknown => (error as { code?: unknown }).code

/** Whether another server has migrated the columns of a `SELECT *` since the statement was prepared. */
const isOutdated = (error: unknown): boolean => codeOf(error) === '0A000' && String((error as Error).message).includes('cached plan')

/** Whether the same text, sent before in the same turn, could not be prepared, for example because its table was locked. */
const isUnprepared = (error: unknown): boolean => codeOf(error) === '26000'

async function runOnClient(client: PoolClient, names: Names, text: string, values: unknown[]): Promise<unknown[]> {
  const query = (name: string | undefined) => runQuery(client, name, text, values)
  const before = names.generation
  try {
    return await query(nameOf(names, text))
  } catch (error) {
    // Statements that fail at the same time start one generation.
    if (isOutdated(error) && names.generation === before) names.generation += 1
    if (isOutdated(error)) return query(nameOf(names, text))
    // Without a name: others of this text may be preparing it again.
    if (isUnprepared(error)) return query(undefined)
    throw error
  }
}

/** Returns the rows. Outside of transactions only: an outdated statement would abort one. */
export async function runOnPostgres<Row>(db: DataSource, text: string, values: unknown[]): Promise<Row[]> {
  const { master: pool } = db.driver as unknown as { master: Pool }
  let names = namesOf.get(db)
  if (!names) namesOf.set(db, (names = { ids: new Map(), length: 0, runs: new Map(), generation: 0 }))
  const used = names
  let isSent = false
  const query = (client: PoolClient): Promise<unknown[]> => {
    isSent = true
    return runOnClient(client, used, text, values)
  }
  const timing: Timing = { ms: 0 }
  try {
    return (await pipelined(pool, query, timing)) as Row[]
  } catch (error) {
    // Here, so that its stack names the callers.
    throw isSent ? new QueryFailedError(text, values, error as Error) : error
  } finally {
    if (timing.ms > slowMs.postgres) slowQueriesOf(db)?.add(text, timing.ms)
  }
}
