import { TableIndex, type MigrationInterface, type QueryRunner } from 'typeorm'

/** Keywords, artists and a description of an address, and an index by which the oldest are forgotten. */
export class LinkAbout1790000000070 implements MigrationInterface {
  name = 'LinkAbout1790000000070'

  async up(runner: QueryRunner): Promise<void> {
    // Not `addColumn`, which on SQLite writes the whole table anew.
    await runner.query('ALTER TABLE "link" ADD COLUMN "about" text')
    await runner.createIndex('link', new TableIndex({ name: 'link_fetched', columnNames: ['fetchedDate', 'mediaKey'] }))
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex('link', 'link_fetched')
    await runner.query('ALTER TABLE "link" DROP COLUMN "about"')
  }
}
