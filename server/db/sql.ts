import { DataSource, QueryRunnerAlreadyReleasedError, type EntityManager } from 'typeorm'
import { runOnSqlite } from './statements.ts'

type Value = string | number | boolean | null
/** A list may stand in `IN (:...name)`; it must not be empty. */
export type Parameters = Readonly<Record<string, Value | readonly Value[] | undefined>>

interface Compiled {
  text: string
  names: string[]
}

const cache = new Map<string, Compiled>()
const placeholder = /:(\.\.\.)?([a-zA-Z]\w*)/g

/** `:name` as the database writes it: `$1` and so on for PostgreSQL, `?` for SQLite. */
function compile(sql: string, postgres: boolean): Compiled {
  const key = postgres ? `$${sql}` : sql
  const known = cache.get(key)
  if (known) return known
  const names: string[] = []
  const text = sql.replace(placeholder, (_all, _list, name: string) => (postgres ? `$${names.push(name)}` : (names.push(name), '?')))
  const compiled = { text, names }
  cache.set(key, compiled)
  return compiled
}

/** `:...ids` becomes `:ids0, :ids1, …`: a text of its own for each length, which is why lists are kept short. */
function unfold(sql: string, parameters: Parameters): [string, Parameters] {
  if (!sql.includes(':...')) return [sql, parameters]
  const unfolded: Record<string, Value | readonly Value[] | undefined> = { ...parameters }
  const text = sql.replace(/:\.\.\.([a-zA-Z]\w*)/g, (_all, name: string) =>
    (parameters[name] as readonly Value[])
      .map((value, index) => {
        unfolded[`${name}${index}`] = value
        return `:${name}${index}`
      })
      .join(', '),
  )
  return [text, unfolded]
}

/**
 * Runs hand-written SQL, for the reads that must be fast and the sums that the query builder cannot
 * say. It must mean the same on both databases: names quoted, `TRUE` and `FALSE` spelt out, no `::`.
 * Answers the rows of a SELECT, or of an INSERT with RETURNING, as the driver gives them: see `bool`
 * and `parsed`.
 */
export async function sql<Row = unknown>(db: DataSource | EntityManager, statement: string, parameters: Parameters = {}): Promise<Row[]> {
  const [text, values] = unfold(statement, parameters)
  const source = db instanceof DataSource ? db : db.dataSource
  const postgres = source.options.type === 'postgres'
  const compiled = compile(text, postgres)
  const bound = compiled.names.map((name) => values[name])
  if (postgres) return db.query(compiled.text, bound)
  // A transaction is the connection's, so its manager has nothing to add but whether it is over.
  if (!(db instanceof DataSource) && db.queryRunner?.isReleased) throw new QueryRunnerAlreadyReleasedError()
  return runOnSqlite<Row>(source, compiled.text, bound)
}

/** A boolean column: SQLite has it as 0 or 1. */
export type RawBoolean = boolean | 0 | 1
export const bool = (value: RawBoolean): boolean => Boolean(value)

/** A JSON column, which both databases keep as text. */
export const parsed = <T>(value: string): T => JSON.parse(value) as T
export const parsedOrNull = <T>(value: string | null): T | null => (value === null ? null : parsed<T>(value))
