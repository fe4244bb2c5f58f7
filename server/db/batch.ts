/**
 * A group of statements that one connection to PostgreSQL receives together. In contrast to queries of `pg`, the rows of a prepared
 * statement are described once per connection instead of each time, and the group is one transaction instead of one each: for short
 * statements, this takes a third of the time.
 */
import pg, { type Connection, type PoolClient } from 'pg'

export interface Statement {
  text: string
  /** Texts, numbers, booleans and null, or lists of these. */
  values: readonly unknown[]
  /** Prepares the statement on the connection; undefined: it is parsed for this run. */
  name: string | undefined
}

export type Rows = Record<string, unknown>[]

/**
 * Receives the rows of each statement, in their order, as soon as they are complete.
 * @param ms the time that PostgreSQL has needed, without that for the statements before it
 */
export type OnRows = (rows: Rows, ms: number) => void

/** Why a statement has failed. Those after it did not run. */
export interface Failure {
  error: unknown
  ms: number
}

interface Column {
  name: string
  /** Null for text, which PostgreSQL sends as it is. */
  parse: ((text: string) => unknown) | null
}

const parseText = pg.types.getTypeParser(pg.types.builtins.TEXT, 'text')

function columnOf({ name, dataTypeID }: pg.FieldDef): Column {
  const parse = pg.types.getTypeParser(dataTypeID, 'text') as (text: string) => unknown
  return { name, parse: parse === parseText ? null : parse }
}

const encodeItem = (item: unknown): string => (item === null ? 'NULL' : `"${String(item).replace(/["\\]/g, String.raw`\$&`)}"`)

/** A value as text, which PostgreSQL converts to the type of the parameter. */
function encode(value: unknown): string | null {
  if (value === null || value === undefined) return null
  return Array.isArray(value) ? `{${value.map(encodeItem).join(',')}}` : String(value)
}

/** The columns of the prepared statements of a connection, by name. */
const preparedOn = new WeakMap<PoolClient, Map<string, readonly Column[]>>()

/** `pg` calls its methods for the messages of PostgreSQL. On a connection that pipelines, it accepts only its own class and derived ones. */
class Batch extends pg.Query {
  private readonly statements: readonly Statement[]
  private readonly prepared: Map<string, readonly Column[]>
  private readonly onRows: OnRows
  private readonly onEnd: (failure: Failure | null) => void
  /** Number of completed statements. */
  private done = 0
  /** Of the statement that is running. */
  private received: Rows = []
  private columns: readonly Column[] = []
  private since = performance.now()

  constructor(
    statements: readonly Statement[],
    prepared: Map<string, readonly Column[]>,
    onRows: OnRows,
    onEnd: (failure: Failure | null) => void,
  ) {
    super('')
    this.statements = statements
    this.prepared = prepared
    this.onRows = onRows
    this.onEnd = onEnd
    this.expectRows()
  }

  /** Of the next statement. */
  private expectRows(): void {
    const name = this.statements[this.done]?.name
    this.received = []
    this.columns = (name !== undefined && this.prepared.get(name)) || []
  }

  private elapsed(): number {
    const before = this.since
    this.since = performance.now()
    return this.since - before
  }

  override submit = (connection: Connection): void => {
    const parsed = new Set<string>()
    // One system call for all.
    connection.stream.cork()
    for (const [n, { text, values, name = '' }] of this.statements.entries()) {
      // PostgreSQL would send the rows only after the last statement.
      if (n > 0) connection.flush()
      const isPrepared = this.prepared.has(name)
      if (!isPrepared && !parsed.has(name)) connection.parse({ name, text, types: [] }, true)
      if (name !== '') parsed.add(name)
      connection.bind({ portal: '', statement: name, values: values.map(encode) }, true)
      if (!isPrepared) connection.describe({ type: 'P', name: '' }, true)
      connection.execute({ portal: '', rows: '' }, true)
    }
    connection.sync()
    connection.stream.uncork()
  }

  handleRowDescription({ fields }: { fields: pg.FieldDef[] }): void {
    this.columns = fields.map(columnOf)
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    const row: Record<string, unknown> = {}
    for (let n = 0; n < fields.length; n += 1) {
      const { name, parse } = this.columns[n]!
      const value = fields[n]!
      row[name] = value === null || parse === null ? value : parse(value)
    }
    this.received.push(row)
  }

  handleCommandComplete(): void {
    const { received, columns } = this
    const { name } = this.statements[this.done]!
    if (name !== undefined) this.prepared.set(name, columns)
    this.done += 1
    this.expectRows()
    this.onRows(received, this.elapsed())
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete()
  }

  handleReadyForQuery(): void {
    this.onEnd(null)
  }

  handleError(error: unknown): void {
    this.onEnd({ error, ms: this.elapsed() })
  }
}

/** Never rejects. */
export async function runBatch(client: PoolClient, statements: readonly Statement[], onRows: OnRows): Promise<Failure | null> {
  const prepared = preparedOn.get(client) ?? new Map<string, readonly Column[]>()
  preparedOn.set(client, prepared)
  const failure = await new Promise<Failure | null>((resolve) => {
    client.query(new Batch(statements, prepared, onRows, resolve))
  })
  if (failure !== null && !isFatal(failure.error)) {
    // It is not known whether the statement that has failed was prepared.
    prepared.clear()
    await client.query('DEALLOCATE ALL').catch(() => undefined)
  }
  return failure
}

/** Whether the connection has ended with this error. */
export const isFatal = (error: unknown): boolean => !(error instanceof pg.DatabaseError) || error.severity === 'FATAL'
