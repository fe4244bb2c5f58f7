/**
 * Runs SQL on TypeORM's connection without its query runner. For each query TypeORM creates a runner, calls subscribers and takes five
 * microtask turns, which together cost more than reading the fifteen rows of a page. Prepared statements are cached; errors are those
 * that TypeORM throws.
 */
import type { Database, Statement } from 'better-sqlite3'
import { QueryFailedError, type DataSource } from 'typeorm'
import { slowMs, slowQueriesOf } from './slowQueries.ts'

/** Cached statements per connection. Bounded, since each length of an id list is a separate text. */
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
