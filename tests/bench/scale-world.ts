/**
 * Builds a large Strand database on disk: inserts millions of rows without indexes, runs the features' backfills for derived rows, and
 * creates the indexes last. The file is outside the repository, and reused until the tables or the generator of the rows change.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { closeDatabase, migrate, openDatabase } from '#db/data-source.ts'
import type { Config } from '../../server/config.ts'
import { backfillActivity, backfillHeads } from '../../server/features/feed/backfill.ts'
import { backfillHealth } from '../../server/features/health/backfill.ts'
import { backfillPosts } from '../../server/features/posts/backfill.ts'
import { root } from '../support/built-server.ts'
import { addAdminRows, type AdminSize } from './admin-rows.ts'
import { createRows, type Row, type Rows, type Size } from './scale-rows.ts'

export interface ScaleWorld {
  name: string
  /** The data directory of a server. */
  folder: string
  database: Config['database']
  size: Size
  rows: Rows
}

export interface SqliteWorld extends ScaleWorld {
  database: Extract<Config['database'], { kind: 'sqlite' }>
}

const library = join(tmpdir(), 'strand-bench-scale')

/** A hash of everything that determines the content of the file. */
function keyOf(size: object): string {
  const hash = createHash('sha256').update(JSON.stringify(size))
  const under = (folder: string): string[] =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`)
  const sources = [...under('server/db/migrations'), ...under('server/features'), ...under('tests/bench')]
  const decisive = /\/migrations\/[^/]+\.ts$|\/backfill\.ts$|\/(?:scale-rows|scale-world|admin-rows|health-rows|chance)\.ts$/
  for (const file of sources.filter((path) => decisive.test(path)).sort()) hash.update(file).update(readFileSync(join(root, file)))
  return hash.digest('hex').slice(0, 16)
}

async function createEmpty(folder: string): Promise<string> {
  const path = join(folder, 'strand.sqlite')
  const db = await openDatabase({ dataDir: folder, database: { kind: 'sqlite', path } })
  await migrate(db)
  await closeDatabase(db)
  return path
}

function inserter(db: Database.Database, table: string): (row: Row) => void {
  let statement: Database.Statement | undefined
  return (row) => {
    const columns = Object.keys(row)
    statement ??= db.prepare(
      `INSERT INTO "${table}" (${columns.map((name) => `"${name}"`).join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
    )
    statement.run(Object.values(row))
  }
}

function insertAll(db: Database.Database, table: string, rows: Iterable<Row>): string {
  const insert = inserter(db, table)
  let count = 0
  for (const row of rows) {
    insert(row)
    count += 1
  }
  return `${count.toLocaleString('en-US')} of ${table}`
}

/** The query function that the features' backfills need. Nothing else uses the connection. */
function runner(db: Database.Database): (statement: string, values?: unknown[]) => Promise<unknown> {
  const prepared = new Map<string, Database.Statement>()
  return async (text, values = []) => {
    // The last batch can have fewer rows.
    const statement = prepared.get(text) ?? db.prepare(text)
    if (text.length < 2000) prepared.set(text, statement)
    return statement.reader ? statement.all(values) : statement.run(values)
  }
}

async function fill(path: string, rows: Rows, admin: AdminSize | undefined): Promise<void> {
  const db = new Database(path)
  for (const setting of [
    'journal_mode = OFF',
    'synchronous = OFF',
    'cache_size = -1500000',
    'foreign_keys = OFF',
    'temp_store = FILE',
    'locking_mode = EXCLUSIVE',
  ])
    db.pragma(setting)
  const startedAt = performance.now()
  const step = (what: string) => console.log(`  ${((performance.now() - startedAt) / 1000).toFixed(0).padStart(4)} s  ${what}`)
  const indexes = db
    .prepare<[], { name: string; sql: string }>(`SELECT "name", "sql" FROM sqlite_master WHERE "type" = 'index' AND "sql" IS NOT NULL`)
    .all()
  for (const { name } of indexes) db.exec(`DROP INDEX "${name}"`)
  db.exec('BEGIN')
  const counts = rows.count()
  step('counted')
  step(insertAll(db, 'member', rows.members(counts)))
  step(insertAll(db, 'bead', rows.beads(counts)))
  step(insertAll(db, 'bead_tag', rows.beadTags()))
  step(insertAll(db, 'tag', rows.tags(counts)))
  step(insertAll(db, 'post', rows.posts(counts)))
  step(insertAll(db, 'comment', rows.comments()))
  step(insertAll(db, 'relation', rows.relations()))
  const [insertGroup, insertActivity] = [inserter(db, 'notification'), inserter(db, 'notification_activity')]
  for (const { group, activities } of rows.notifications()) {
    insertGroup(group)
    activities.forEach(insertActivity)
  }
  step('notifications')
  if (admin) addAdminRows(db, admin, (table, added) => step(insertAll(db, table, added)))
  await backfillPosts(runner(db), false)
  await backfillHealth(runner(db), false)
  step('what is derived from posts')
  await backfillActivity(runner(db), false)
  await backfillHeads(runner(db))
  step('what happened')
  for (const { sql } of indexes) db.exec(sql)
  db.exec('COMMIT')
  step(`${indexes.length} indexes`)
  // Like the database of a server that has run for a while.
  db.exec('ANALYZE')
  db.close()
}

const spell = (size: object): string =>
  Object.entries(size)
    .map(([what, n]) => `${n.toLocaleString('en-US')} ${what}`)
    .join(', ')

/** Builds the database if it does not exist. With `admin`, it has flags and a log too. */
export async function scaleWorld(name: string, size: Size, admin?: AdminSize): Promise<SqliteWorld> {
  mkdirSync(library, { recursive: true })
  const folder = join(library, `${name}-${keyOf({ ...size, ...admin })}`)
  const rows = createRows(size)
  if (!existsSync(join(folder, 'complete'))) {
    // Deletes databases of earlier versions of the tables.
    for (const old of readdirSync(library)) if (old.startsWith(`${name}-`)) rmSync(join(library, old), { recursive: true })
    console.log(`\nBuilding ${name}: ${spell({ ...size, ...admin })}`)
    const building = `${folder}.building`
    rmSync(building, { recursive: true, force: true })
    mkdirSync(building)
    await fill(await createEmpty(building), rows, admin)
    renameSync(building, folder)
    writeFileSync(join(folder, 'complete'), '')
  }
  return { name, folder, database: { kind: 'sqlite', path: join(folder, 'strand.sqlite') }, size, rows }
}
