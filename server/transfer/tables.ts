/** Tables and rows in a form that is the same on SQLite and PostgreSQL. */
import { rateLimitTable } from '#db/rateLimits.ts'
import { progressTable, type TransferKind } from '#db/unfinished.ts'

export type Value = string | number | boolean | null
export type Row = readonly Value[]

export type ColumnKind = 'boolean' | 'number' | 'text'

export interface Column {
  name: string
  kind: ColumnKind
}

export interface Table {
  name: string
  columns: readonly Column[]
}

/** A table whose rows refer to rows of others. */
export interface LinkedTable extends Table {
  /** Names of the tables that it refers to. */
  references: readonly string[]
}

/** Rows that are read, and written, at once. */
export const batchRows = 500

/** Tables of TypeORM, of a transfer and of the rate limits, which describe one database or its servers and not its content. */
export const isContent = (name: string): boolean => !['migration', progressTable, definitionsTable, rateLimitTable].includes(name)

/** What is created again after the rows are written: indexes, on PostgreSQL also keys and references. */
export const definitionsTable = 'transfer_definition'

const kinds: Readonly<Record<string, ColumnKind>> = {
  boolean: 'boolean',
  bigint: 'number',
  integer: 'number',
  'double precision': 'number',
  varchar: 'text',
  'character varying': 'text',
  text: 'text',
}

/** @param type the declared type, with or without a length. Throws for a type that `db/columns.ts` does not use. */
export function kindOf(type: string): ColumnKind {
  const kind = kinds[type.toLowerCase().replace(/\(.*\)$/, '')]
  if (kind === undefined) throw new Error(`Columns of the type "${type}" cannot be transferred`)
  return kind
}

/** SQLite returns 0 and 1 for booleans, PostgreSQL text for `bigint`. */
export function toValue(raw: unknown, kind: ColumnKind): Value {
  if (raw === null || raw === undefined) return null
  if (kind === 'boolean') return Boolean(raw)
  if (kind === 'text') return String(raw)
  const number = Number(raw)
  // A whole number beyond this would change.
  if (!Number.isFinite(number) || (Number.isInteger(number) && !Number.isSafeInteger(number)))
    throw new Error(`The number ${String(raw)} cannot be transferred`)
  return number
}

export const toRow = (raw: readonly unknown[], { columns }: Table): Row => columns.map(({ kind }, index) => toValue(raw[index], kind))

/** Sorts tables so that each follows those it refers to. */
export function byReference(tables: readonly LinkedTable[]): LinkedTable[] {
  const sorted: LinkedTable[] = []
  let left = tables.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  while (left.length > 0) {
    const isLeft = new Set(left.map(({ name }) => name))
    const next = left.filter(({ name, references }) => references.every((other) => other === name || !isLeft.has(other)))
    if (next.length === 0) throw new Error(`The tables ${[...isLeft].join(', ')} refer to each other`)
    sorted.push(...next)
    left = left.filter((table) => !next.includes(table))
  }
  return sorted
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
export const columnList = ({ columns }: Table): string => columns.map(({ name }) => quoted(name)).join(', ')

/** The content of a database at one moment. */
export interface RowSource {
  /** Names of its migrations, in the order in which they ran. */
  migrations: readonly string[]
  /** The copy or restore into it that has not ended. */
  unfinished: TransferKind | null
  /** Each follows those it refers to. */
  tables: readonly Table[]
  /** Batches of `batchRows`, in an order that is the same as long as the table does not change. */
  read(table: Table): AsyncIterable<readonly Row[]>
  close(): Promise<void>
}

export interface RowTarget {
  tables: readonly Table[]
  /** All or none. The values are in the order of `table.columns`. */
  insert(table: Table, rows: readonly Row[], progress: Progress): Promise<void>
  /** Deletes the rows of a table. */
  clear(table: Table): Promise<void>
  /** Progress of an earlier run; empty without one. */
  progress(): Promise<ReadonlyMap<string, Progress>>
  /** All rows are written: checks references between them, and updates statistics. */
  check(): Promise<void>
  close(): Promise<void>
}

/** How many rows of a table are copied, and their digest. */
export interface Progress {
  rows: number
  digest: string
}

export const totalRows = (progress: Iterable<Progress>): number => [...progress].reduce((sum, { rows }) => sum + rows, 0)
