/**
 * Runs SQL on TypeORM's connections without its query runner. For each query TypeORM creates a runner, calls subscribers and takes five
 * microtask turns, which together cost more than reading the fifteen rows of a page. Statements are prepared once per connection; errors
 * are those that TypeORM throws.
 */
import type { Database, Statement } from 'better-sqlite3'
import type { Pool, PoolClient } from 'pg'
import { QueryFailedError, type DataSource } from 'typeorm'
import { outageOf } from './outage.ts'
import { slowMs, slowQueriesOf } from './slowQueries.ts'

/** Cached statements per connection. Bounded, since statements with several lists have many texts. */
const maxStatements = 500

interface Prepared {
  statement: Statement
  /** Names of the columns of its rows, null if it returns none. The schema does not change while the server runs. */
  columns: readonly string[] | null
}

const prepared = new WeakMap<Database, Map<string, Prepared>>()

function prepare(handle: Database, text: string): Prepared {
  let known = prepared.get(handle)
  if (!known) prepared.set(handle, (known = new Map()))
  const found = known.get(text)
  if (found) return found
  const statement = handle.prepare(text)
  const made = {
    statement,
    columns: statement.reader
      ? statement
          .raw(true)
          .columns()
          .map(({ name }) => name)
      : null,
  }
  // Evicts the oldest; a hot statement is prepared again at once.
  if (known.size >= maxStatements) known.delete(known.keys().next().value!)
  known.set(text, made)
  return made
}

/**
 * Converts rows from arrays to objects. The row objects of better-sqlite3 are in V8's dictionary mode: creating one takes longer than
 * reading its values from SQLite, and each property access is slower.
 */
function toObjects(columns: readonly string[], rows: unknown[][]): Record<string, unknown>[] {
  return rows.map((values) => {
    const row: Record<string, unknown> = {}
    for (let index = 0; index < columns.length; index += 1) row[columns[index]!] = values[index]
    return row
  })
}

/** better-sqlite3 cannot bind booleans. */
const bindable = (value: unknown): unknown => (typeof value === 'boolean' ? Number(value) : value)

/** Returns the rows of a statement that returns rows, otherwise an empty list. */
export function runOnSqlite<Row>(db: DataSource, text: string, values: readonly unknown[]): Row[] {
  const { databaseConnection: handle } = db.driver as unknown as { databaseConnection: Database }
  const parameters = values.map(bindable)
  const startedAt = performance.now()
  try {
    const { statement, columns } = prepare(handle, text)
    if (columns) return toObjects(columns, statement.all(parameters) as unknown[][]) as Row[]
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

interface Named {
  id: number
  runs: number
}

const named = new Map<string, Named>()
/** Part of the names. Changes with the schema, which outdates prepared statements: see `isOutdated`. */
let generation = 0

function nameOf(text: string): string | undefined {
  let known = named.get(text)
  if (!known) named.set(text, (known = { id: named.size, runs: 0 }))
  known.runs += 1
  return known.runs > runsBeforePreparing ? `strand_${generation}_${known.id}` : undefined
}

/** Whether another server has migrated the columns of a `SELECT *` since the statement was prepared. */
const isOutdated = (error: unknown): boolean => {
  const { code, message } = error as { code?: unknown; message?: unknown }
  return code === '0A000' && String(message).includes('cached plan')
}

async function runOnClient(client: PoolClient, text: string, values: unknown[]): Promise<unknown[]> {
  const query = async () => (await client.query<Record<string, unknown>>({ name: nameOf(text), text, values })).rows
  const before = generation
  try {
    return await query()
  } catch (error) {
    if (!isOutdated(error)) throw error
    // Statements that fail at the same time start one generation.
    if (generation === before) generation += 1
    return query()
  }
}

/** Returns the rows. Outside of transactions only: an outdated statement would abort one. */
export async function runOnPostgres<Row>(db: DataSource, text: string, values: unknown[]): Promise<Row[]> {
  const { master: pool } = db.driver as unknown as { master: Pool }
  const client = await pool.connect()
  // A connection that breaks is not used again. It may report the reason of its end before it ends.
  let broken = false
  const onError = (): void => void (broken = true)
  client.on('error', onError)
  const startedAt = performance.now()
  try {
    return (await runOnClient(client, text, values)) as Row[]
  } catch (error) {
    broken ||= outageOf(error) !== null
    throw new QueryFailedError(text, values, error as Error)
  } finally {
    client.off('error', onError)
    client.release(broken)
    const ms = performance.now() - startedAt
    if (ms > slowMs.postgres) slowQueriesOf(db)?.add(text, ms)
  }
}
