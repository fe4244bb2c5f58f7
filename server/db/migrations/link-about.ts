import { TableIndex, type MigrationInterface, type QueryRunner } from 'typeorm'

/** Keywords, artists and a description of an address, and an index for deleting the oldest. */
export class LinkAbout1790000000070 implements MigrationInterface {
  name = 'LinkAbout1790000000070'

  async up(runner: QueryRunner): Promise<void> {
    // Not `addColumn`, which rewrites the whole table on SQLite.
    await runner.query('ALTER TABLE "link" ADD COLUMN "about" text')
    await runner.createIndex('link', new TableIndex({ name: 'link_fetched', columnNames: ['fetchedDate', 'mediaKey'] }))
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex('link', 'link_fetched')
    await runner.query('ALTER TABLE "link" DROP COLUMN "about"')
  }
}
