import { DataSource, QueryRunnerAlreadyReleasedError, type EntityManager } from 'typeorm'
import { runOnSqlite } from './statements.ts'

type Value = string | number | boolean | null
/** A list can be used in `IN (:...name)`; it must not be empty. */
export type Parameters = Readonly<Record<string, Value | readonly Value[] | undefined>>

interface Compiled {
  text: string
  names: string[]
}

const cache = new Map<string, Compiled>()
const placeholder = /:(\.\.\.)?([a-zA-Z]\w*)/g

/** Replaces `:name` by the placeholders of the database: `$1` and so on for PostgreSQL, `?` for SQLite. */
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

/** Expands `:...ids` to `:ids0, :ids1, …`. Each length is a separate statement text, so keep lists short. */
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
 * Runs hand-written SQL, for hot reads and aggregates that the query builder cannot express. It must be valid on both databases: quoted
 * names, `TRUE` and `FALSE` spelled out, no `::`. Returns the rows of a SELECT, or of an INSERT with RETURNING, as the driver returns
 * them: see `bool` and `parsed`.
 */
export async function sql<Row = unknown>(db: DataSource | EntityManager, statement: string, parameters: Parameters = {}): Promise<Row[]> {
  const [text, values] = unfold(statement, parameters)
  const source = db instanceof DataSource ? db : db.dataSource
  const postgres = source.options.type === 'postgres'
  const compiled = compile(text, postgres)
  const bound = compiled.names.map((name) => values[name])
  if (postgres) return db.query(compiled.text, bound)
  // The transaction belongs to the connection, so the manager is only needed to detect a released query runner.
  if (!(db instanceof DataSource) && db.queryRunner?.isReleased) throw new QueryRunnerAlreadyReleasedError()
  return runOnSqlite<Row>(source, compiled.text, bound)
}

/** A boolean column. SQLite returns 0 or 1. */
export type RawBoolean = boolean | 0 | 1
export const bool = (value: RawBoolean): boolean => Boolean(value)

/** A JSON column. Both databases store it as text. */
export const parsed = <T>(value: string): T => JSON.parse(value) as T
export const parsedOrNull = <T>(value: string | null): T | null => (value === null ? null : parsed<T>(value))
