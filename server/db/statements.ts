/**
 * Runs SQL on TypeORM's connection without its query runner. For each query TypeORM creates a runner, calls subscribers and takes five
 * microtask turns, which together cost more than reading the fifteen rows of a page. Prepared statements are cached; errors are those
 * that TypeORM throws.
 */
import type { Database, Statement } from 'better-sqlite3'
import { QueryFailedError, type DataSource } from 'typeorm'

/** Cached statements per connection. Bounded, since each length of an id list is a separate text. */
const maxStatements = 500

const prepared = new WeakMap<Database, Map<string, Statement>>()

function statement(handle: Database, text: string): Statement {
  let known = prepared.get(handle)
  if (!known) prepared.set(handle, (known = new Map()))
  const found = known.get(text)
  if (found) return found
  const made = handle.prepare(text)
  // Evicts the oldest; a hot statement is prepared again at once.
  if (known.size >= maxStatements) known.delete(known.keys().next().value!)
  known.set(text, made)
  return made
}

/** better-sqlite3 cannot bind booleans. */
const bindable = (value: unknown): unknown => (typeof value === 'boolean' ? Number(value) : value)

/** Returns the rows of a statement that returns rows, otherwise an empty list. */
export function runOnSqlite<Row>(db: DataSource, text: string, values: readonly unknown[]): Row[] {
  const { databaseConnection: handle } = db.driver as unknown as { databaseConnection: Database }
  const parameters = values.map(bindable)
  try {
    const ready = statement(handle, text)
    if (ready.reader) return ready.all(parameters) as Row[]
    ready.run(parameters)
    return []
  } catch (error) {
    throw new QueryFailedError(text, parameters, error as Error)
  }
}
