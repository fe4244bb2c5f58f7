/** Reads and writes all rows of a PostgreSQL database. */
import pg from 'pg'
import { StartupError } from '../config.ts'
import {
  batchRows,
  byReference,
  columnList,
  isContent,
  kindOf,
  progressTable,
  quoted,
  toRow,
  type LinkedTable,
  type Progress,
  type RowSource,
  type RowTarget,
} from './tables.ts'

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: 'strand-transfer', keepAlive: true })
  // A lost connection rejects the next statement.
  client.on('error', () => undefined)
  try {
    await client.connect()
    // Those of the server would end a copy that takes minutes.
    await client.query('SET statement_timeout = 0; SET lock_timeout = 0; SET idle_in_transaction_session_timeout = 0')
    return client
  } catch (error) {
    const { host, pathname } = new URL(url)
    const reason = error instanceof Error ? error.message || String((error as NodeJS.ErrnoException).code) : String(error)
    throw new StartupError(`Cannot reach the database ${pathname.slice(1)} at ${host || 'the local socket'}: ${reason}.`)
  }
}

const namesQuery = 'SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()'
const columnsQuery = `SELECT table_name AS "table", column_name AS name, data_type AS type FROM information_schema.columns
  WHERE table_schema = current_schema() ORDER BY table_name, ordinal_position`
const referencesQuery = `SELECT a.relname AS "table", b.relname AS other FROM pg_constraint c
  JOIN pg_class a ON a.oid = c.conrelid JOIN pg_class b ON b.oid = c.confrelid
  JOIN pg_namespace n ON n.oid = a.relnamespace WHERE c.contype = 'f' AND n.nspname = current_schema()`

async function read<T>(client: pg.Client, text: string, values: readonly unknown[] = []): Promise<T[]> {
  const { rows } = await client.query(text, [...values])
  return rows as T[]
}

const namesOf = async (client: pg.Client): Promise<string[]> => (await read<{ name: string }>(client, namesQuery)).map(({ name }) => name)

async function tablesOf(client: pg.Client): Promise<LinkedTable[]> {
  const names = (await namesOf(client)).filter(isContent)
  const columns = await read<{ table: string; name: string; type: string }>(client, columnsQuery)
  const references = await read<{ table: string; other: string }>(client, referencesQuery)
  const tables = names.map((name) => ({
    name,
    columns: columns.filter(({ table }) => table === name).map((column) => ({ name: column.name, kind: kindOf(column.type) })),
    references: references.filter(({ table }) => table === name).map(({ other }) => other),
  }))
  return byReference(tables)
}

/** Whether a database has no tables. Throws `StartupError` if it cannot be reached. */
export async function isEmptyPostgres(url: string): Promise<boolean> {
  const client = await connect(url)
  try {
    return (await namesOf(client)).length === 0
  } finally {
    await client.end()
  }
}

/** Those of migrations, without those of extensions. */
const functionsQuery = `SELECT p.oid::regprocedure::text AS name FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
  WHERE n.nspname = current_schema() AND p.prokind = 'f'
  AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')`

/** Deletes all tables and functions: those of a transfer into an empty database that has failed. */
export async function emptyPostgres(url: string): Promise<void> {
  const client = await connect(url)
  try {
    for (const name of await namesOf(client)) await client.query(`DROP TABLE IF EXISTS ${quoted(name)} CASCADE`)
    for (const { name } of await read<{ name: string }>(client, functionsQuery)) await client.query(`DROP FUNCTION ${name}`)
  } finally {
    await client.end()
  }
}

/** Opens a snapshot. Servers may write after it, unless `isLocked`. Throws `StartupError` if it is no database of Strand. */
export async function openPostgresSource(url: string, { isLocked = false } = {}): Promise<RowSource> {
  const client = await connect(url)
  try {
    const names = await namesOf(client)
    if (!names.includes('migration')) throw new StartupError(`${new URL(url).pathname.slice(1)} is no database of Strand.`)
    // A scan may otherwise start where another one is.
    await client.query('SET synchronize_seqscans = off')
    await client.query(isLocked ? 'BEGIN ISOLATION LEVEL REPEATABLE READ' : 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    // Before the first statement that reads, which begins the snapshot.
    if (isLocked) await client.query(`LOCK TABLE ${names.map(quoted).join(', ')} IN SHARE MODE`)
    const migrations = await read<{ name: string }>(client, 'SELECT name FROM migration ORDER BY id')
    const tables = await tablesOf(client)
    return {
      migrations: migrations.map(({ name }) => name),
      isIncomplete: names.includes(progressTable),
      tables,

      async *read(table) {
        await client.query(`DECLARE batches NO SCROLL CURSOR FOR SELECT ${columnList(table)} FROM ${quoted(table.name)}`)
        try {
          for (;;) {
            const { rows } = await client.query({ text: `FETCH ${batchRows} FROM batches`, rowMode: 'array' })
            if (rows.length > 0) yield rows.map((raw) => toRow(raw as unknown[], table))
            if (rows.length < batchRows) return
          }
        } finally {
          await client.query('CLOSE batches')
        }
      },

      close: () => client.end(),
    }
  } catch (error) {
    await client.end()
    throw error
  }
}

/** The type to which the text of a JSON value is cast. */
const castOf = { boolean: 'boolean', number: 'double precision', text: 'text' } as const

/** Opens a database whose tables exist. Nothing else may use it. */
export async function openPostgresTarget(url: string): Promise<RowTarget> {
  const client = await connect(url)
  await client.query(`CREATE TABLE IF NOT EXISTS ${progressTable} (name text PRIMARY KEY, rows bigint NOT NULL, digest text NOT NULL)`)
  const store = (table: string, { rows, digest }: Progress) =>
    client.query(
      `INSERT INTO ${progressTable} VALUES ($1, $2, $3) ON CONFLICT (name) DO UPDATE SET rows = EXCLUDED.rows, digest = EXCLUDED.digest`,
      [table, rows, digest],
    )

  return {
    tables: await tablesOf(client),

    async insert(table, rows, progress) {
      const values = table.columns.map(({ kind }, index) => `(r ->> ${index})::${castOf[kind]}`).join(', ')
      await client.query('BEGIN')
      try {
        // One parameter, however many rows and columns there are.
        await client.query(
          `INSERT INTO ${quoted(table.name)} (${columnList(table)}) SELECT ${values} FROM json_array_elements($1::json) AS r`,
          [JSON.stringify(rows)],
        )
        if (progress) await store(table.name, progress)
        await client.query('COMMIT')
      } catch (error) {
        await client.query('ROLLBACK').catch(() => undefined)
        throw error
      }
    },

    async clear(table) {
      await client.query(`DELETE FROM ${quoted(table.name)}`)
      await client.query(`DELETE FROM ${progressTable} WHERE name = $1`, [table.name])
    },

    async progress() {
      const rows = await read<{ name: string; rows: string; digest: string }>(client, `SELECT name, rows, digest FROM ${progressTable}`)
      return new Map(rows.map(({ name, rows: count, digest }) => [name, { rows: Number(count), digest }]))
    },

    async finish() {
      // Without statistics, the first queries after a start would be slow.
      await client.query('ANALYZE')
      await client.query(`DROP TABLE ${progressTable}`)
    },

    close: () => client.end(),
  }
}
