import { Table, TableIndex, type MigrationInterface, type QueryRunner } from 'typeorm'

/** Added by hand: TypeORM would copy the whole table on SQLite, with every row that refers to it. */
const added = [
  ['bead', 'sort', 'varchar(20)'],
  ['bead', 'imageSrc', 'varchar(2048)'],
  ['bead', 'crop', 'text'],
  ['bead', 'featuredCuratorUid', 'varchar(50)'],
  ['bead', 'extras', 'text'],
  ['bead', 'shareCount', 'integer'],
  ['post', 'curatedRank', 'varchar(120)'],
  ['post', 'shareCount', 'integer'],
] as const

const indices: [table: string, index: TableIndex][] = [
  ['post', new TableIndex({ name: 'post_bead_curated', columnNames: ['beadId', 'curatedRank', 'id'] })],
  ['post', new TableIndex({ name: 'post_media', columnNames: ['mediaKey', 'beadId'] })],
]

const tables = [
  new Table({
    name: 'bead_tag',
    columns: [
      { name: 'tagKey', type: 'varchar', length: '64', isPrimary: true },
      { name: 'beadId', type: 'varchar', length: '24', isPrimary: true },
    ],
    indices: [{ name: 'bead_tag_bead', columnNames: ['beadId'] }],
    foreignKeys: [
      {
        name: 'bead_tag_of_bead',
        columnNames: ['beadId'],
        referencedTableName: 'bead',
        referencedColumnNames: ['id'],
        onDelete: 'CASCADE',
      },
    ],
  }),
  new Table({
    name: 'network_share',
    columns: [
      { name: 'entity', type: 'varchar', length: '24', isPrimary: true },
      { name: 'shares', type: 'integer' },
      { name: 'checkedDate', type: 'varchar', length: '24' },
    ],
  }),
  new Table({
    name: 'share_quota',
    columns: [
      { name: 'day', type: 'varchar', length: '10', isPrimary: true },
      { name: 'who', type: 'varchar', length: '80', isPrimary: true },
      { name: 'mails', type: 'integer' },
    ],
  }),
]

const batch = 1000

/** Fills the index of playlists by tag. */
async function indexTags(runner: QueryRunner): Promise<void> {
  const place = (n: number): string => (runner.dataSource.options.type === 'postgres' ? `$${n}` : '?')
  for (let last = ''; ;) {
    const beads = (await runner.query(`SELECT "id", "tags" FROM "bead" WHERE "id" > ${place(1)} ORDER BY "id" LIMIT ${batch}`, [last])) as {
      id: string
      tags: string
    }[]
    for (const { id, tags } of beads)
      for (const key of new Set((JSON.parse(tags) as string[]).map((tag) => tag.toLowerCase())))
        await runner.query(`INSERT INTO "bead_tag" ("tagKey", "beadId") VALUES (${place(1)}, ${place(2)})`, [key, id])
    if (beads.length < batch) return
    last = beads.at(-1)!.id
  }
}

/** Curated order, source of a playlist's picture, its tags, and share counts (BY5, C2, S1, S2). */
export class BeadDetails1790000000030 implements MigrationInterface {
  name = 'BeadDetails1790000000030'

  async up(runner: QueryRunner): Promise<void> {
    for (const [table, name, type] of added) await runner.query(`ALTER TABLE "${table}" ADD COLUMN "${name}" ${type}`)
    for (const [table, index] of indices) await runner.createIndex(table, index)
    for (const table of tables) await runner.createTable(table)
    await indexTags(runner)
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of tables.toReversed()) await runner.dropTable(table.name)
    for (const [table, { name }] of indices.toReversed()) await runner.dropIndex(table, name!)
    for (const [table, name] of added.toReversed()) await runner.query(`ALTER TABLE "${table}" DROP COLUMN "${name}"`)
  }
}
