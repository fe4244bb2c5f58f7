/**
 * Runs a statement on a connection to PostgreSQL with less work than a query of `pg`: the rows of a prepared statement are described once
 * per connection instead of each time, and are received as plain objects.
 */
import pg, { type Connection, type PoolClient } from 'pg'
import { compileRow, type CreateRow } from './rows.ts'

/** Null for text, which PostgreSQL sends as it is. */
type Parse = ((text: string) => unknown) | null

interface Columns {
  parsers: readonly Parse[]
  createRow: CreateRow
}

const parseText = pg.types.getTypeParser(pg.types.builtins.TEXT, 'text')

function parserOf({ dataTypeID }: pg.FieldDef): Parse {
  const parse = pg.types.getTypeParser(dataTypeID, 'text') as (text: string) => unknown
  return parse === parseText ? null : parse
}

/** A value as text, which PostgreSQL converts to the type of the parameter. */
function encode(value: unknown): string | null {
  if (value === null || value === undefined) return null
  return Array.isArray(value) ? `{${value.map(encodeItem).join(',')}}` : String(value)
}

const encodeItem = (item: unknown): string =>
  item === null || item === undefined ? 'NULL' : `"${String(item).replace(/["\\]/g, String.raw`\$&`)}"`

/** What `pg` knows of a connection: the texts of the statements that it has prepared, or begun to prepare, by name. */
interface Prepares {
  parsedStatements: Record<string, string>
  submittedNamedStatements: Record<string, string>
}

/** The columns of prepared statements, by name. */
const columnsOn = new WeakMap<Connection, Map<string, Columns>>()

type Rows = Record<string, unknown>[]

type Callback = (error: Error | undefined, rows: Rows) => void

/** `pg` calls its methods for the messages of PostgreSQL. On a connection that pipelines, it accepts only its own class and derived ones. */
class Reading extends pg.Query {
  declare readonly name: string | undefined
  declare readonly text: string
  /** `pg` replaces it if queries have a timeout. */
  declare readonly callback: Callback
  private readonly encoded: (string | null)[]
  private readonly received: Rows = []
  private known: Map<string, Columns> | undefined
  private columns: Columns | undefined

  constructor(name: string | undefined, text: string, values: readonly unknown[], callback: Callback) {
    super({ name, text } as pg.QueryConfig, callback as never)
    this.encoded = values.map(encode)
  }

  /** For all, not only for those with a name or values: the messages are the same then. */
  requiresPreparation(): boolean {
    return true
  }

  prepare(connection: Connection & Prepares): void {
    const { name = '', text, encoded } = this
    this.known = columnsOn.get(connection)
    if (!this.known) columnsOn.set(connection, (this.known = new Map()))
    this.columns = this.known.get(name)
    const { parsedStatements, submittedNamedStatements } = connection
    if (name === '' || (parsedStatements[name] ?? submittedNamedStatements[name]) === undefined) {
      connection.parse({ name, text, types: [] }, true)
      if (name !== '') submittedNamedStatements[name] = text
    }
    connection.bind({ portal: '', statement: name, values: encoded }, true)
    if (!this.columns) connection.describe({ type: 'P', name: '' }, true)
    connection.execute({ portal: '', rows: '' }, true)
    connection.sync()
  }

  handleRowDescription({ fields }: { fields: pg.FieldDef[] }): void {
    this.columns = { parsers: fields.map(parserOf), createRow: compileRow(fields.map(({ name }) => name)) }
    if (this.name !== undefined) this.known!.set(this.name, this.columns)
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    const { parsers, createRow } = this.columns!
    const values: unknown[] = fields
    for (let n = 0; n < parsers.length; n += 1) {
      const parse = parsers[n]!
      if (parse !== null && values[n] !== null) values[n] = parse(values[n] as string)
    }
    this.received.push(createRow(values))
  }

  handleCommandComplete(): void {}

  handleEmptyQuery(): void {}

  handleReadyForQuery(): void {
    this.callback(undefined, this.received)
  }
}

/** Returns the rows. @param name prepares the statement on the connection; undefined: it is parsed for this run */
export const runQuery = (client: PoolClient, name: string | undefined, text: string, values: readonly unknown[]): Promise<Rows> =>
  new Promise((resolve, reject) => {
    client.query(new Reading(name, text, values, (error, rows) => (error ? reject(error) : resolve(rows))))
  })
