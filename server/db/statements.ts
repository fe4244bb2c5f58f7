/**
 * SQL on the connection that TypeORM has opened, without its query runner: for each query that makes a
 * runner, asks its subscribers, and takes five turns of the microtask queue, which together cost more
 * than the fifteen rows of a page. Prepared statements are kept, errors are those that TypeORM throws.
 */
import type { Database, Statement } from 'better-sqlite3'
import { QueryFailedError, type DataSource } from 'typeorm'

/** Statements kept for each connection. Lists of ids have a text for each length, hence the bound. */
const keep = 500

const prepared = new WeakMap<Database, Map<string, Statement>>()

function statement(handle: Database, text: string): Statement {
  let known = prepared.get(handle)
  if (!known) prepared.set(handle, (known = new Map()))
  const found = known.get(text)
  if (found) return found
  const made = handle.prepare(text)
  // The oldest goes: what every request needs is back after one preparation.
  if (known.size >= keep) known.delete(known.keys().next().value!)
  known.set(text, made)
  return made
}

/** better-sqlite3 binds no booleans. */
const bindable = (value: unknown): unknown => (typeof value === 'boolean' ? Number(value) : value)

/** The rows of what answers rows, and none for the rest. */
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
