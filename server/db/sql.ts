import { DataSource, QueryRunnerAlreadyReleasedError, type EntityManager } from 'typeorm'
import { maxStatements, setBounded } from './bounded.ts'
import { runOnPostgres, runOnSqlite } from './statements.ts'

type Value = string | number | boolean | null
/**
 * A list can be used in `IN (:...name)` and `inHiddenList`, not after NOT; it must not be empty. SQLite limits it to 32,766 values. On
 * PostgreSQL, it can also be used as an array.
 */
export type Parameters = Readonly<Record<string, Value | readonly Value[] | undefined>>

interface Compiled {
  text: string
  names: string[]
}

const cache = new Map<string, Compiled>()
const placeholder = /:(\.\.\.)?([a-zA-Z]\w*)/g

/** PostgreSQL parses and plans one array faster than a list of parameters. */
const withArrays = (sql: string): string => sql.replace(/ IN \(:\.\.\.([a-zA-Z]\w*)\)/g, ' = ANY(:$1)')

/** Replaces `:name` by the placeholders of the database: `$1` and so on for PostgreSQL, `?` for SQLite. */
function compile(sql: string, postgres: boolean): Compiled {
  const key = postgres ? `$${sql}` : sql
  const known = cache.get(key)
  if (known) return known
  const names: string[] = []
  const text = (postgres ? withArrays(sql) : sql).replace(placeholder, (_all, _list, name: string) => {
    names.push(name)
    return postgres ? `$${names.length}` : '?'
  })
  const compiled = { text, names }
  setBounded(cache, key, compiled, maxStatements)
  return compiled
}

/** Lists are padded to these lengths, so that few different statements are prepared. */
const lengths = [1, 4, 16, 64, 256, 1024, 4096, 16_384]

/** Repeats the last entry up to the next of the lengths. `sql` pads the lists of `IN`, where repetitions change nothing. */
export function padded<T>(list: readonly T[]): readonly T[] {
  const length = lengths.find((one) => one >= list.length) ?? list.length
  return [...list, ...Array.from({ length: length - list.length }, () => list.at(-1)!)]
}

/**
 * SQL for PostgreSQL: a value that the planner does not see. PostgreSQL makes a custom plan for each run as long as such plans look cheaper
 * than the generic one. A value in a subquery gives both the same estimate, so that it soon uses the generic plan: for statements that take
 * longer to plan than to run.
 */
export const hiddenFromPlanner = (value: string, type = 'TEXT'): string => `(SELECT CAST(${value} AS ${type}))`

/** SQL for both databases: the text parameter `name`, which PostgreSQL's planner does not see. */
export const hiddenText = (db: DataSource, name: string): string =>
  db.options.type === 'postgres' ? hiddenFromPlanner(`:${name}`) : `:${name}`

/** SQL for both databases: the condition that a text is in the list `name`, which PostgreSQL's planner does not see. */
export const inHiddenList = (db: DataSource, name: string): string =>
  db.options.type === 'postgres' ? `IN (SELECT unnest(${hiddenFromPlanner(`:${name}`, 'TEXT[]')}))` : `IN (:...${name})`

/**
 * The same for few values of the first column of an index. PostgreSQL looks each of them up, and does not read all of a small table. Not for
 * other columns: it may compare each of their values with the whole list.
 */
export const inHiddenArray = (db: DataSource, name: string): string =>
  db.options.type === 'postgres' ? `= ANY (CAST(${hiddenFromPlanner(`:${name}`, 'TEXT[]')} AS TEXT[]))` : `IN (:...${name})`

/** Expands `:...ids` to `:ids0, :ids1, …`, on SQLite. */
function unfold(sql: string, parameters: Parameters): [string, Parameters] {
  if (!sql.includes(':...')) return [sql, parameters]
  const unfolded: Record<string, Value | readonly Value[] | undefined> = { ...parameters }
  const text = sql.replace(/:\.\.\.([a-zA-Z]\w*)/g, (_all, name: string) =>
    padded(parameters[name] as readonly Value[])
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
  const source = db instanceof DataSource ? db : db.dataSource
  const postgres = source.options.type === 'postgres'
  const [text, values] = postgres ? [statement, parameters] : unfold(statement, parameters)
  const compiled = compile(text, postgres)
  const bound = compiled.names.map((name) => values[name])
  if (postgres) return db instanceof DataSource ? runOnPostgres<Row>(source, compiled.text, bound) : db.query(compiled.text, bound)
  // The transaction belongs to the connection, so the manager is only needed to detect a released query runner.
  if (!(db instanceof DataSource) && db.queryRunner?.isReleased) throw new QueryRunnerAlreadyReleasedError()
  return runOnSqlite<Row>(source, compiled.text, bound)
}

/** The parameters of SELECTs that run together have different names, or the same values. */
export interface Select {
  statement: string
  parameters: Parameters
}

/**
 * The rows of SELECTs with the same columns, in no order. PostgreSQL runs them as one statement, since a message and its answer cost more
 * than most statements. On SQLite, the lengths of lists are part of a text: together they would be too many texts to prepare.
 */
export async function sqlOfAll<Row>(db: DataSource, selects: readonly Select[]): Promise<Row[]> {
  if (selects.length === 0) return []
  if (db.options.type !== 'postgres')
    return (await Promise.all(selects.map(({ statement, parameters }) => sql<Row>(db, statement, parameters)))).flat()
  const statement = selects.map((one) => one.statement).join(' UNION ALL ')
  return sql<Row>(db, statement, Object.assign({}, ...selects.map(({ parameters }) => parameters)) as Parameters)
}

/** A boolean column. SQLite returns 0 or 1. */
export type RawBoolean = boolean | 0 | 1
export const bool = (value: RawBoolean): boolean => Boolean(value)

/** A JSON column. Both databases store it as text. */
export const parsed = <T>(value: string): T => JSON.parse(value) as T
export const parsedOrNull = <T>(value: string | null): T | null => (value === null ? null : parsed<T>(value))
