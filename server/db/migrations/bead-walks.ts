import { TableIndex, type MigrationInterface, type QueryRunner } from 'typeorm'

const replaced: Record<string, string[]> = {
  bead_recent: ['isDraft', 'id'],
  bead_heat: ['isDraft', 'heat', 'id'],
  bead_category_heat: ['category', 'isDraft', 'heat', 'id'],
  bead_category_recent: ['category', 'isDraft', 'id'],
}

const added: [table: string, name: string, columnNames: string[]][] = [
  ['bead', 'bead_open', ['isDraft', 'groupId', 'isFeed', 'id', 'category']],
  ['post', 'post_bead_creator', ['beadId', 'creatorUid', 'id']],
]

/** Indexes for lists of playlists and for curators, which avoid reading skipped rows. */
export class BeadWalks1790000000031 implements MigrationInterface {
  name = 'BeadWalks1790000000031'

  async up(runner: QueryRunner): Promise<void> {
    for (const [name, columnNames] of Object.entries(replaced)) {
      await runner.dropIndex('bead', name)
      await runner.createIndex('bead', new TableIndex({ name, columnNames: [...columnNames, 'isFeed'] }))
    }
    for (const [table, name, columnNames] of added) await runner.createIndex(table, new TableIndex({ name, columnNames }))
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [table, name] of added.toReversed()) await runner.dropIndex(table, name)
    for (const [name, columnNames] of Object.entries(replaced)) {
      await runner.dropIndex('bead', name)
      await runner.createIndex('bead', new TableIndex({ name, columnNames }))
    }
  }
}
