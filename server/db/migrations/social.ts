import { Table, TableIndex, type MigrationInterface, type QueryRunner, type TableColumnOptions } from 'typeorm'

const column = (name: string, length: number, options: Partial<TableColumnOptions> = {}): TableColumnOptions => ({
  name,
  type: 'varchar',
  length: String(length),
  ...options,
})
const count = (name: string): TableColumnOptions => ({ name, type: 'integer' })
const primary = { isPrimary: true }
/** A foreign key to a member; the rows are deleted with the member. */
const memberKey = (name: string, columnName: string) => ({
  name,
  columnNames: [columnName],
  referencedTableName: 'member',
  referencedColumnNames: ['uid'],
  onDelete: 'CASCADE',
})

/** Added with `ALTER TABLE`: on SQLite, `addColumn` of TypeORM would copy the whole table and every row that refers to it. */
const addedColumns = [
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
    foreignKeys: [memberKey('aversion_member', 'uid'), memberKey('aversion_other_member', 'otherUid')],
  }),
  new Table({
    name: 'flag',
    columns: [column('targetId', 24, primary), column('uid', 50, primary), column('reason', 60), column('creationDate', 24)],
    indices: [{ name: 'flag_recent', columnNames: ['targetId', 'creationDate', 'uid'] }],
    foreignKeys: [memberKey('flag_member', 'uid')],
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

/** Follows of tags referred to a tag as it was written. Refers to its lower-case key instead, and creates a row for each followed tag. */
async function createFollowedTags(runner: QueryRunner): Promise<void> {
  const parameter = (n: number): string => (runner.dataSource.options.type === 'postgres' ? `$${n}` : '?')
  type FollowedTag = { entity: string; creationDate: string }
  const followed = (await runner.query(
    'SELECT "entity", MIN("creationDate") AS "creationDate" FROM "relation" WHERE "type" = 4 GROUP BY "entity" ORDER BY "entity"',
  )) as FollowedTag[]
  /** For each key, the first follow in the order of the spelling, which determines the name of the tag. */
  const byKey = new Map<string, FollowedTag>()
  for (const tag of followed) if (!byKey.has(tag.entity.toLowerCase())) byKey.set(tag.entity.toLowerCase(), tag)
  for (const { entity } of followed) {
    const key = entity.toLowerCase()
    if (key === entity) continue
    const followers = `SELECT "uid" FROM "relation" WHERE "type" = 4 AND "entity" = ${parameter(2)}`
    await runner.query(`DELETE FROM "relation" WHERE "type" = 4 AND "entity" = ${parameter(1)} AND "uid" IN (${followers})`, [entity, key])
    await runner.query(`UPDATE "relation" SET "entity" = ${parameter(1)} WHERE "type" = 4 AND "entity" = ${parameter(2)}`, [key, entity])
  }
  for (const [key, { entity, creationDate }] of byKey)
    await runner.query(
      `INSERT INTO "tag" ("key", "name", "creationDate", "followerCount") SELECT ${parameter(1)}, ${parameter(2)}, ${parameter(3)}, COUNT(*)
       FROM "relation" WHERE "type" = 4 AND "entity" = ${parameter(4)}`,
      [key, entity, creationDate, key],
    )
}

/** Superfollows, likes of comments, deleted comments, tags, blocks and mutes, flags, the log of admin actions (W2, G2, G3, H3, BY14). */
export class Social1790000000020 implements MigrationInterface {
  name = 'Social1790000000020'

  async up(runner: QueryRunner): Promise<void> {
    for (const [table, name, type] of addedColumns) await runner.query(`ALTER TABLE "${table}" ADD COLUMN "${name}" ${type}`)
    for (const [table, index] of indices) await runner.createIndex(table, index)
    for (const table of tables) await runner.createTable(table)
    await createFollowedTags(runner)
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of tables.toReversed()) await runner.dropTable(table.name)
    for (const [table, { name }] of indices.toReversed()) await runner.dropIndex(table, name!)
    for (const [table, name] of addedColumns.toReversed()) await runner.query(`ALTER TABLE "${table}" DROP COLUMN "${name}"`)
  }
}
