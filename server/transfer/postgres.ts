/** Reads and writes all rows of a PostgreSQL database. */
import pg from 'pg'
import { rateLimitTable } from '#db/rateLimits.ts'
import { startKey } from '#db/start-lock.ts'
import { progressTable, restoreMark, type TransferKind } from '#db/unfinished.ts'
import { StartupError } from '../config.ts'
import {
  batchRows,
  byReference,
  columnList,
  definitionsTable,
  isContent,
  kindOf,
  quoted,
  toRow,
  type LinkedTable,
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

/** All or nothing, also when this process is killed. */
async function atomically(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = await connect(url)
  try {
    await client.query('BEGIN')
    await work(client)
    await client.query('COMMIT')
  } finally {
    await client.end()
  }
}

async function dropAll(client: pg.Client): Promise<void> {
  for (const name of await namesOf(client)) await client.query(`DROP TABLE IF EXISTS ${quoted(name)} CASCADE`)
  for (const { name } of await read<{ name: string }>(client, functionsQuery)) await client.query(`DROP FUNCTION ${name}`)
}

async function markOf(client: pg.Client): Promise<TransferKind | null> {
  if (!(await namesOf(client)).includes(progressTable)) return null
  const marks = await read(client, `SELECT 1 FROM ${progressTable} WHERE name = $1`, [restoreMark])
  return marks.length > 0 ? 'restore' : 'copy'
}

/** The copy or restore into a database that has not ended. Throws `StartupError` if it cannot be reached. */
export async function unfinishedPostgres(url: string): Promise<TransferKind | null> {
  const client = await connect(url)
  try {
    return await markOf(client)
  } finally {
    await client.end()
  }
}

/** Marks a database that is empty, or has an unfinished transfer, which is deleted. */
export const beginPostgres = (url: string, kind: TransferKind): Promise<void> =>
  atomically(url, async (client) => {
    // No server prepares the database during this transaction (`db/start-lock.ts`).
    await client.query('SELECT pg_advisory_xact_lock($1)', [startKey])
    if ((await markOf(client)) !== null) await dropAll(client)
    else if ((await namesOf(client)).length > 0)
      throw new StartupError(`A server has started on the database ${new URL(url).pathname.slice(1)}. Use an empty database.`)
    await client.query(`CREATE TABLE ${progressTable} (name text PRIMARY KEY, rows bigint NOT NULL, digest text NOT NULL)`)
    if (kind === 'restore') await client.query(`INSERT INTO ${progressTable} VALUES ($1, 0, '')`, [restoreMark])
  })

/** Deletes all tables and functions of a restore that has failed. */
export const emptyPostgres = (url: string): Promise<void> =>
  atomically(url, async (client) => {
    if ((await markOf(client)) === 'restore') await dropAll(client)
  })

/** Names the restore whose rows are complete. */
export const setPostgresRestoreId = (url: string, id: string): Promise<void> =>
  atomically(url, async (client) => void (await client.query(`UPDATE ${progressTable} SET digest = $1 WHERE name = $2`, [id, restoreMark])))

/**
 * Lets servers start on the database; does nothing if they may.
 * @param id of the restore @throws `StartupError` if its rows are gone
 */
export const finishPostgres = (url: string, id: string | null): Promise<void> =>
  atomically(url, async (client) => {
    const mark = await markOf(client)
    if (id !== null) {
      const named =
        mark === 'restore' ? await read(client, `SELECT 1 FROM ${progressTable} WHERE name = $1 AND digest = $2`, [restoreMark, id]) : []
      const isFinished = mark === null && (await namesOf(client)).includes('migration')
      if (named.length === 0 && !isFinished)
        throw new StartupError(`The database ${new URL(url).pathname.slice(1)} no longer has the rows of this restore.`)
    }
    await client.query(`DROP TABLE IF EXISTS ${progressTable}, ${definitionsTable}`)
  })

/** An arbitrary constant, as in `db/start-lock.ts`. */
const transferKey = 7_368_274_513
/** The connection of a process that was killed ends a little later. */
const lockTimeout = '5s'

/** Throws `StartupError` if another process copies or restores into this database. The lock ends with this process. */
export async function whileNoOtherTransfers<T>(url: string, work: () => Promise<T>): Promise<T> {
  const client = await connect(url)
  try {
    // A transaction-level lock works through a connection pooler.
    await client.query('BEGIN')
    await client.query(`SET LOCAL lock_timeout = '${lockTimeout}'`)
    // Without a parameter: its portal would stay open with a snapshot, and no row would be visible to all for the VACUUM of `check`.
    await client.query(`SELECT pg_advisory_xact_lock(${transferKey})`).catch((error: Error & { code?: string }) => {
      if (error.code !== '55P03') throw error
      throw new StartupError(`Another command copies or restores into the database ${new URL(url).pathname.slice(1)}.`)
    })
    return await work()
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
    // Rate limits are not copied, and servers may update them.
    const locked = names.filter((name) => name !== rateLimitTable)
    // Before the first statement that reads, which begins the snapshot.
    if (isLocked) await client.query(`LOCK TABLE ${locked.map(quoted).join(', ')} IN SHARE MODE`)
    const migrations = await read<{ name: string }>(client, 'SELECT name FROM migration ORDER BY id')
    const tables = await tablesOf(client)
    return {
      migrations: migrations.map(({ name }) => name),
      unfinished: await markOf(client),
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

/** The keys and references of a schema, with the statements that drop and create them. */
const constraintsQuery = `SELECT r.relname AS "table", c.contype AS type, pg_get_constraintdef(c.oid) AS definition, c.conname AS name
  FROM pg_constraint c JOIN pg_class r ON r.oid = c.conrelid JOIN pg_namespace n ON n.oid = r.relnamespace
  WHERE n.nspname = current_schema() AND c.contype IN ('p', 'u', 'f')`
/** Without those of keys. */
const indexesQuery = `SELECT t.relname AS "table", i.relname AS name, pg_get_indexdef(x.indexrelid) AS definition FROM pg_index x
  JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class t ON t.oid = x.indrelid JOIN pg_namespace n ON n.oid = t.relnamespace
  WHERE n.nspname = current_schema() AND NOT EXISTS (SELECT 1 FROM pg_constraint c WHERE c.conindid = x.indexrelid)`

interface Definition {
  table: string
  name: string
  definition: string
}

/**
 * Drops keys, indexes and references, because creating them for all rows at once is several times faster than updating them with each.
 * Stores how to create them; does nothing after an interruption.
 */
async function dropDefinitions(client: pg.Client): Promise<void> {
  if ((await namesOf(client)).includes(definitionsTable)) return
  const isOfContent = ({ table }: Definition): boolean => isContent(table)
  const constraints = (await read<Definition & { type: string }>(client, constraintsQuery)).filter(isOfContent)
  const indexes = (await read<Definition>(client, indexesQuery)).filter(isOfContent)
  const references = constraints.filter(({ type }) => type === 'f')
  const keys = constraints.filter(({ type }) => type !== 'f')
  const tableOf = ({ table }: Definition): string => `ALTER TABLE ${quoted(table)}`
  const add = (one: Definition): string => `${tableOf(one)} ADD CONSTRAINT ${quoted(one.name)} ${one.definition}`
  // A reference needs the key that it refers to.
  const statements = [...keys.map(add), ...indexes.map(({ definition }) => definition), ...references.map(add)]
  await client.query(`CREATE TABLE ${definitionsTable} (position integer PRIMARY KEY, statement text NOT NULL)`)
  await client.query(`INSERT INTO ${definitionsTable} SELECT * FROM unnest($1::integer[], $2::text[])`, [
    statements.map((_statement, position) => position),
    statements,
  ])
  const drops = [
    ...[...references, ...keys].map((one) => `${tableOf(one)} DROP CONSTRAINT ${quoted(one.name)}`),
    ...indexes.map(({ name }) => `DROP INDEX ${quoted(name)}`),
  ]
  await client.query(drops.join(';'))
}

/** Creates what `dropDefinitions` has dropped. After an interruption, it goes on where it was. */
async function createDefinitions(client: pg.Client): Promise<void> {
  await client.query(`SET maintenance_work_mem = '256MB'`)
  const missing = await read<{ position: number; statement: string }>(
    client,
    `SELECT position, statement FROM ${definitionsTable} ORDER BY position`,
  )
  // Statements that are sent together are a transaction.
  for (const { position, statement } of missing)
    await client.query(`${statement}; DELETE FROM ${definitionsTable} WHERE position = ${position}`)
}

/** The type of a parameter with the values of a column. */
const typeOf = { boolean: 'boolean', number: 'double precision', text: 'text' } as const

/** Opens a marked database whose tables exist. Nothing else may use it. */
export async function openPostgresTarget(url: string): Promise<RowTarget> {
  const client = await connect(url)
  let tables: LinkedTable[]
  try {
    tables = await tablesOf(client)
    await client.query('BEGIN')
    await dropDefinitions(client)
    await client.query('COMMIT')
    // After a crash, a copy goes on at the last batch that the disk has: it need not be waited for.
    await client.query('SET synchronous_commit = off')
  } catch (error) {
    await client.end()
    throw error
  }
  const storeProgress = `INSERT INTO ${progressTable} VALUES ($1, $2, $3)
    ON CONFLICT (name) DO UPDATE SET rows = EXCLUDED.rows, digest = EXCLUDED.digest`

  return {
    tables,

    async insert(table, rows, progress) {
      // A parameter for each column, however many rows there are.
      const types = table.columns.map(({ kind }, index) => `$${index + 4}::${typeOf[kind]}[]`).join(', ')
      const values = table.columns.map((_column, index) => rows.map((row) => row[index]))
      await client.query(
        `WITH inserted AS (INSERT INTO ${quoted(table.name)} (${columnList(table)}) SELECT * FROM unnest(${types})) ${storeProgress}`,
        [table.name, progress.rows, progress.digest, ...values],
      )
    },

    async clear(table) {
      await client.query(`DELETE FROM ${quoted(table.name)}`)
      await client.query(`DELETE FROM ${progressTable} WHERE name = $1`, [table.name])
    },

    async progress() {
      const rows = await read<{ name: string; rows: string; digest: string }>(client, `SELECT name, rows, digest FROM ${progressTable}`)
      return new Map(
        rows.filter(({ name }) => name !== restoreMark).map(({ name, rows: count, digest }) => [name, { rows: Number(count), digest }]),
      )
    },

    async check() {
      // Waits for the disk from here on, for everything before too.
      await client.query('SET synchronous_commit = on')
      await createDefinitions(client)
      // Without statistics, and without knowing which rows all can see, the first queries after a start would be slow.
      await client.query('VACUUM (ANALYZE)')
    },

    close: () => client.end(),
  }
}
