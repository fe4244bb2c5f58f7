import { Table, type MigrationInterface, type QueryRunner } from 'typeorm'

/** The log of documents that search indexes must update. */
export class SearchChanges1790000000080 implements MigrationInterface {
  name = 'SearchChanges1790000000080'

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'search_change',
        columns: [
          { name: 'position', type: 'bigint', isPrimary: true },
          { name: 'type', type: 'varchar', length: '6' },
          { name: 'id', type: 'varchar', length: '64' },
          { name: 'creationDate', type: 'varchar', length: '24' },
        ],
      }),
    )
    await runner.createTable(
      new Table({
        name: 'search_head',
        columns: [
          { name: 'id', type: 'integer', isPrimary: true },
          { name: 'position', type: 'bigint' },
        ],
      }),
    )
    await runner.query(`INSERT INTO "search_head" ("id", "position") VALUES (1, ${Date.now()})`)
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('search_head')
    await runner.dropTable('search_change')
  }
}
