import { Table, TableIndex, type MigrationInterface, type QueryRunner, type TableColumnOptions } from 'typeorm'

const column = (name: string, length: number, more: Partial<TableColumnOptions> = {}): TableColumnOptions => ({
  name,
  type: 'varchar',
  length: String(length),
  ...more,
})
const count = (name: string): TableColumnOptions => ({ name, type: 'integer' })
const primary = { isPrimary: true }
const references = (name: string, of: string) => ({
  name,
  columnNames: [of],
  referencedTableName: 'member',
  referencedColumnNames: ['uid'],
  onDelete: 'CASCADE',
})

/** Added by hand: TypeORM would copy the whole table on SQLite, with every row that refers to it. */
const added = [
  ['relation', 'superfollow', 'boolean'],
  ['comment', 'likeCount', 'integer'],
  ['comment', 'editedDate', 'varchar(24)'],
  ['comment', 'deletedDate', 'varchar(24)'],
  ['member', 'hiddenCount', 'integer'],
] as const

const indices: [table: string, index: TableIndex][] = [
  ['relation', new TableIndex({ name: 'relation_recent', columnNames: ['uid', 'type', 'creationDate', 'entity'] })],
  ['relation', new TableIndex({ name: 'relation_superfollow', columnNames: ['type', 'entity', 'uid'], where: '"superfollow" = TRUE' })],
  ['bead', new TableIndex({ name: 'bead_review', columnNames: ['isDraft', 'groupId', 'id'] })],
]

const tables = [
  new Table({
    name: 'tag',
    columns: [column('key', 64, primary), column('name', 64), count('followerCount'), column('creationDate', 24)],
    indices: [{ name: 'tag_followers', columnNames: ['followerCount', 'key'] }],
  }),
  new Table({
    name: 'aversion',
    columns: [column('uid', 50, primary), column('kind', 5, primary), column('otherUid', 50, primary), column('creationDate', 24)],
    indices: [
      { name: 'aversion_recent', columnNames: ['uid', 'kind', 'creationDate', 'otherUid'] },
      { name: 'aversion_of', columnNames: ['uid', 'otherUid', 'kind'] },
      { name: 'aversion_other', columnNames: ['otherUid'] },
    ],
    foreignKeys: [references('aversion_member', 'uid'), references('aversion_other_member', 'otherUid')],
  }),
  new Table({
    name: 'flag',
    columns: [column('targetId', 24, primary), column('uid', 50, primary), column('reason', 60), column('creationDate', 24)],
    indices: [{ name: 'flag_recent', columnNames: ['targetId', 'creationDate', 'uid'] }],
    foreignKeys: [references('flag_member', 'uid')],
  }),
  new Table({
    name: 'review',
    columns: [column('targetId', 24, primary), column('status', 9), count('flagCount'), column('changedDate', 24)],
    indices: [{ name: 'review_queue', columnNames: ['status', 'flagCount', 'changedDate', 'targetId'] }],
  }),
  new Table({
    name: 'admin_action',
    columns: [
      column('id', 24, primary),
      column('uid', 50),
      column('action', 40),
      column('targetKind', 10),
      column('targetId', 64),
      { name: 'detail', type: 'text' },
      column('creationDate', 24),
    ],
    indices: [
      { name: 'admin_action_uid', columnNames: ['uid', 'id'] },
      { name: 'admin_action_target', columnNames: ['targetId', 'id'] },
    ],
  }),
]

/** Follows of tags refer to a case-insensitive key instead of the spelling. */
async function nameTagsByKey(runner: QueryRunner): Promise<void> {
  const place = (n: number): string => (runner.dataSource.options.type === 'postgres' ? `$${n}` : '?')
  type Followed = { entity: string; creationDate: string }
  const followed = (await runner.query(
    'SELECT "entity", MIN("creationDate") AS "creationDate" FROM "relation" WHERE "type" = 4 GROUP BY "entity" ORDER BY "entity"',
  )) as Followed[]
  const names = new Map<string, Followed>()
  for (const one of followed) if (!names.has(one.entity.toLowerCase())) names.set(one.entity.toLowerCase(), one)
  for (const { entity } of followed) {
    const key = entity.toLowerCase()
    if (key === entity) continue
    const followers = `SELECT "uid" FROM "relation" WHERE "type" = 4 AND "entity" = ${place(2)}`
    await runner.query(`DELETE FROM "relation" WHERE "type" = 4 AND "entity" = ${place(1)} AND "uid" IN (${followers})`, [entity, key])
    await runner.query(`UPDATE "relation" SET "entity" = ${place(1)} WHERE "type" = 4 AND "entity" = ${place(2)}`, [key, entity])
  }
  for (const [key, { entity, creationDate }] of names)
    await runner.query(
      `INSERT INTO "tag" ("key", "name", "creationDate", "followerCount") SELECT ${place(1)}, ${place(2)}, ${place(3)}, COUNT(*)
       FROM "relation" WHERE "type" = 4 AND "entity" = ${place(4)}`,
      [key, entity, creationDate, key],
    )
}

/** Superfollowing, likes and deleted comments, tags, blocks and mutes, flags and what admins do (W2, G2, G3, H3, BY14). */
export class Social1790000000020 implements MigrationInterface {
  name = 'Social1790000000020'

  async up(runner: QueryRunner): Promise<void> {
    for (const [table, name, type] of added) await runner.query(`ALTER TABLE "${table}" ADD COLUMN "${name}" ${type}`)
    for (const [table, index] of indices) await runner.createIndex(table, index)
    for (const table of tables) await runner.createTable(table)
    await nameTagsByKey(runner)
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of tables.toReversed()) await runner.dropTable(table.name)
    for (const [table, { name }] of indices.toReversed()) await runner.dropIndex(table, name!)
    for (const [table, name] of added.toReversed()) await runner.query(`ALTER TABLE "${table}" DROP COLUMN "${name}"`)
  }
}
