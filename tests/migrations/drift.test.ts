import { expect, test } from 'vitest'
import { DataSource, EntitySchema, type EntitySchemaOptions } from 'typeorm'
import { migrate } from '#db/data-source.ts'
import { entities } from '#db/entities.ts'
import { migrations } from '#db/migrations/index.ts'
import { writerOf } from '#db/transaction.ts'
import { db, setUp } from '../support/migrations.ts'
import { testDatabaseKind } from '../support/server.ts'

setUp()

/** The statements that would adapt the tables to the entities. */
const drift = async (source: DataSource): Promise<string[]> =>
  (await source.driver.createSchemaBuilder().log()).upQueries.map(({ query }) => query)

test('after migrating, the tables match the entities', async () => {
  expect(await migrate(db)).toHaveLength(migrations.length)
  expect(await drift(writerOf(db))).toEqual([])
})

type Schema = EntitySchemaOptions<Record<string, unknown>>
const changes: [string, (options: Schema) => Schema][] = [
  ['a column', (options) => ({ ...options, columns: { ...options.columns, extra: { type: 'varchar', length: 10 } } })],
  ['an index', (options) => ({ ...options, indices: options.indices?.slice(1) ?? [] })],
  [
    'a cascade',
    (options) => ({ ...options, foreignKeys: options.foreignKeys?.map((key) => ({ ...key, onDelete: 'NO ACTION' as const })) ?? [] }),
  ],
  ['nullability', (options) => ({ ...options, columns: { ...options.columns, userAgent: { type: 'text', nullable: true } } })],
]

test.each(changes)('an entity that changes by %s without a migration → detected', async (_what, change) => {
  await migrate(db)
  const changed = entities.map((entity) =>
    entity.options.name === 'session' ? new EntitySchema(change(entity.options as unknown as Schema)) : entity,
  )
  const source = await new DataSource({ ...writerOf(db).options, entities: changed } as DataSource['options']).initialize()
  try {
    expect(await drift(source)).not.toEqual([])
  } finally {
    await source.destroy()
  }
})

test('migrating twice → no change', async () => {
  await migrate(db)
  expect(await migrate(db)).toEqual([])
})

test('every migration can be reverted, down to an empty database, and applied again', async () => {
  const writer = writerOf(db)
  await migrate(db)
  for (let left = migrations.length; left > 0; left -= 1) await writer.undoLastMigration()
  const tables = await writer.createQueryRunner().getTables(entities.map(({ options }) => options.name))
  expect(tables).toEqual([])
  expect(await migrate(db)).toHaveLength(migrations.length)
  expect(await drift(writer)).toEqual([])
})

test.runIf(testDatabaseKind === 'sqlite')('SQLite runs with durable settings', async () => {
  await migrate(db)
  const pragma = async (source: DataSource, name: string) => Object.values((await source.query(`PRAGMA ${name}`))[0])[0]
  const settings = { journal_mode: 'wal', synchronous: 2, foreign_keys: 1 }
  for (const source of [db, writerOf(db)])
    for (const [name, value] of Object.entries(settings)) expect([name, await pragma(source, name)]).toEqual([name, value])
  expect(await db.query('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }])
})
