import { Table, type MigrationInterface, type QueryRunner, type TableColumnOptions } from 'typeorm'

const varchar = (name: string, length: number, isPrimary = false): TableColumnOptions => ({
  name,
  type: 'varchar',
  length: String(length),
  isPrimary,
})

const memberKey = (name: string, column: string) => ({
  name,
  columnNames: [column],
  referencedTableName: 'member',
  referencedColumnNames: ['uid'],
  onDelete: 'CASCADE',
})

const tableOf = (name: string): Table =>
  new Table({
    name,
    columns: [varchar('uid', 50, true), varchar('kind', 5, true), varchar('otherUid', 50, true), varchar('creationDate', 24)],
    indices: [
      { name: `${name}_recent`, columnNames: ['uid', 'kind', 'creationDate', 'otherUid'] },
      { name: `${name}_of`, columnNames: ['uid', 'otherUid', 'kind'] },
      { name: `${name}_other`, columnNames: ['otherUid'] },
    ],
    foreignKeys: [memberKey(`${name}_member`, 'uid'), memberKey(`${name}_other_member`, 'otherUid')],
  })

/** Copies the rows instead of renaming: SQLite cannot rename indexes and foreign keys. */
async function move(runner: QueryRunner, from: string, to: string): Promise<void> {
  await runner.createTable(tableOf(to))
  const columns = '"uid", "kind", "otherUid", "creationDate"'
  await runner.query(`INSERT INTO "${to}" (${columns}) SELECT ${columns} FROM "${from}"`)
  await runner.dropTable(from)
}

/** Names the table of blocks and mutes by its content; it was called `aversion` (BY14). */
export class BlockOrMute1790000000190 implements MigrationInterface {
  name = 'BlockOrMute1790000000190'

  async up(runner: QueryRunner): Promise<void> {
    await move(runner, 'aversion', 'block_or_mute')
  }

  async down(runner: QueryRunner): Promise<void> {
    await move(runner, 'block_or_mute', 'aversion')
  }
}
