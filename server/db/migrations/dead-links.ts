import { Table, TableIndex, type MigrationInterface, type QueryRunner, type TableColumnOptions } from 'typeorm'

const varchar = (name: string, length: number, more: Partial<TableColumnOptions> = {}): TableColumnOptions => ({
  name,
  type: 'varchar',
  length: String(length),
  ...more,
})
const text = (name: string): TableColumnOptions => ({ name, type: 'text' })
const primary = { isPrimary: true }
const empty = { isNullable: true }
const references = (name: string, column: string, table: string, key: string) => ({
  name,
  columnNames: [column],
  referencedTableName: table,
  referencedColumnNames: [key],
  onDelete: 'CASCADE',
})

const tables = (): Table[] => [
  new Table({
    name: 'link_check',
    columns: [
      varchar('id', 43, primary),
      text('href'),
      varchar('host', 255),
      varchar('state', 9),
      varchar('dueDate', 24),
      { name: 'steps', type: 'integer' },
      { name: 'troubles', type: 'integer' },
      varchar('missedDate', 24, empty),
      varchar('checkedDate', 24, empty),
      { name: 'told', type: 'boolean' },
    ],
    indices: [
      { name: 'link_check_due', columnNames: ['dueDate', 'id'] },
      { name: 'link_check_host', columnNames: ['host', 'state', 'checkedDate'] },
    ],
  }),
  new Table({
    name: 'post_link',
    columns: [varchar('postId', 24, primary), varchar('linkId', 43, primary)],
    indices: [{ name: 'post_link_holders', columnNames: ['linkId', 'postId'] }],
    foreignKeys: [references('post_link_post', 'postId', 'post', 'id'), references('post_link_check', 'linkId', 'link_check', 'id')],
  }),
  new Table({ name: 'link_walk', columns: [{ name: 'id', type: 'integer', isPrimary: true }, varchar('postId', 24)] }),
  new Table({
    name: 'repair_search',
    columns: [
      varchar('postId', 24, primary),
      varchar('version', 22),
      varchar('searchedDate', 24),
      text('proposals'),
      text('rejected'),
      text('outages'),
    ],
    foreignKeys: [references('repair_search_post', 'postId', 'post', 'id')],
  }),
  new Table({
    name: 'repair',
    columns: [
      varchar('id', 24, primary),
      varchar('postId', 24),
      varchar('uid', 50),
      varchar('creationDate', 24),
      text('before'),
      varchar('beforeKey', 400, empty),
      text('after'),
      varchar('undoneUid', 50, empty),
      varchar('undoneDate', 24, empty),
    ],
    indices: [{ name: 'repair_post', columnNames: ['postId', 'id'] }],
    foreignKeys: [references('repair_of_post', 'postId', 'post', 'id')],
  }),
]

/** Link checks, suggested replacements of dead links, and repairs (BY8, BZ2). */
export class DeadLinks1790000000092 implements MigrationInterface {
  name = 'DeadLinks1790000000092'

  async up(runner: QueryRunner): Promise<void> {
    for (const table of tables()) await runner.createTable(table)
    await runner.createIndex('post', new TableIndex({ name: 'post_bead_dead', columnNames: ['beadId', 'isDead', 'id'] }))
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex('post', 'post_bead_dead')
    for (const table of tables().toReversed()) await runner.dropTable(table.name)
  }
}
