import { Table, TableIndex, type MigrationInterface, type QueryRunner, type TableColumnOptions } from 'typeorm'
import { backfillPosts } from '../../features/posts/backfill.ts'

/** Added by hand: TypeORM would copy the whole table on SQLite, with every row that refers to it. */
const added = [
  ['category', 'varchar(20)'],
  ['isDraft', 'boolean'],
  ['heat', 'double precision'],
  ['isDead', 'boolean'],
  ['originalPostId', 'varchar(24)'],
  ['originalCreatorUid', 'varchar(50)'],
  ['borrowedText', 'boolean'],
] as const

const replaced = [
  new TableIndex({ name: 'post_creator', columnNames: ['creatorUid', 'id'] }),
  new TableIndex({ name: 'post_score', columnNames: ['score', 'id'] }),
  new TableIndex({ name: 'post_collects', columnNames: ['collectCount', 'id'] }),
]

const indices: Record<string, string[]> = {
  post_creator: ['creatorUid', 'id', 'isDraft', 'category', 'playable', 'isDead'],
  post_bead_shuffle: ['beadId', 'shuffleKey', 'id'],
  post_original: ['originalPostId', 'id'],
  post_recent: ['id', 'isDraft', 'beadId', 'category', 'playable', 'isDead'],
  post_score: ['score', 'id', 'isDraft', 'category', 'playable', 'isDead'],
  post_collects: ['collectCount', 'id', 'isDraft', 'category', 'playable', 'isDead'],
  post_heat: ['heat', 'id', 'isDraft', 'category', 'playable', 'isDead'],
  post_shuffle: ['shuffleKey', 'id', 'isDraft', 'category', 'playable', 'isDead'],
  post_category_recent: ['category', 'id', 'isDraft', 'playable', 'isDead'],
  post_category_score: ['category', 'score', 'id', 'isDraft', 'playable', 'isDead'],
  post_category_heat: ['category', 'heat', 'id', 'isDraft', 'playable', 'isDead'],
}

const varchar = (name: string, length: number, more: Partial<TableColumnOptions> = {}): TableColumnOptions => ({
  name,
  type: 'varchar',
  length: String(length),
  ...more,
})
const flag = (name: string): TableColumnOptions => ({ name, type: 'boolean' })
const primary = { isPrimary: true }
const index = (name: string, ...columnNames: string[]) => ({ name, columnNames })
const references = (name: string, column: string, table: string, key: string) => ({
  name,
  columnNames: [column],
  referencedTableName: table,
  referencedColumnNames: [key],
  onDelete: 'CASCADE',
})

/** Columns with prefix searches sort by code point, independent of the database's locale; on SQLite all do. */
const tables = (byCodePoint: Partial<TableColumnOptions>): Table[] => [
  new Table({
    name: 'post_tag',
    columns: [
      varchar('postId', 24, primary),
      varchar('tagKey', 64, { ...primary, ...byCodePoint }),
      varchar('tag', 50),
      varchar('beadId', 24),
      varchar('creatorUid', 50),
      flag('isDraft'),
      varchar('category', 20),
    ],
    indices: [
      index('post_tag_recent', 'tagKey', 'postId', 'isDraft', 'beadId', 'category'),
      index('post_tag_creators', 'tagKey', 'isDraft', 'creatorUid'),
      index('post_tag_bead', 'beadId', 'tagKey', 'postId'),
      index('post_tag_creator', 'creatorUid', 'tagKey', 'postId'),
    ],
    foreignKeys: [references('post_tag_post', 'postId', 'post', 'id')],
  }),
  new Table({
    name: 'word',
    columns: [varchar('kind', 6, primary), varchar('word', 64, { ...primary, ...byCodePoint }), varchar('entity', 50, primary)],
    indices: [index('word_entity', 'kind', 'entity', 'word')],
  }),
  new Table({
    name: 'collected',
    columns: [
      varchar('uid', 50, primary),
      varchar('postId', 24, primary),
      varchar('collectedDate', 24),
      varchar('beadId', 24),
      varchar('creatorUid', 50),
      varchar('category', 20),
      flag('isDraft'),
      flag('playable'),
      { name: 'shuffleKey', type: 'integer' },
      varchar('tagMarks', 100),
    ],
    indices: [
      index(
        'collected_recent',
        'uid',
        'collectedDate',
        'postId',
        'beadId',
        'creatorUid',
        'category',
        'isDraft',
        'playable',
        'shuffleKey',
        'tagMarks',
      ),
      index('collected_post', 'postId'),
    ],
    foreignKeys: [references('collected_by', 'uid', 'member', 'uid'), references('collected_of_post', 'postId', 'post', 'id')],
  }),
  new Table({
    name: 'partner_entry',
    columns: [varchar('postId', 24, primary), varchar('partner', 40), { name: 'data', type: 'text' }, varchar('creationDate', 24)],
    foreignKeys: [references('partner_entry_post', 'postId', 'post', 'id')],
  }),
]

/**
 * Originals of reposts, site-wide lists by category, tag and hotness, collections, words for look-ups, and
 * submissions to partners' challenges (AP5, AP9, BY23, E1, Y2).
 */
export class PostDetails1790000000040 implements MigrationInterface {
  name = 'PostDetails1790000000040'

  async up(runner: QueryRunner): Promise<void> {
    const postgres = runner.dataSource.options.type === 'postgres'
    for (const [name, type] of added) await runner.query(`ALTER TABLE "post" ADD COLUMN "${name}" ${type}`)
    for (const { name } of replaced) await runner.dropIndex('post', name!)
    for (const table of tables(postgres ? { collation: 'C' } : {})) await runner.createTable(table)
    await backfillPosts((statement, values) => runner.query(statement, values), postgres)
    for (const [name, columnNames] of Object.entries(indices)) await runner.createIndex('post', new TableIndex({ name, columnNames }))
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of Object.keys(indices)) await runner.dropIndex('post', name)
    for (const table of tables({}).toReversed()) await runner.dropTable(table.name)
    for (const one of replaced) await runner.createIndex('post', one)
    for (const [name] of added.toReversed()) await runner.query(`ALTER TABLE "post" DROP COLUMN "${name}"`)
  }
}
