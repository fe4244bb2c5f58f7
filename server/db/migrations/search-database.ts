import { randomBytes } from 'node:crypto'
import { TableColumn, type MigrationInterface, type QueryRunner } from 'typeorm'

/** An id of the database: a search index that several sites could share stores its owner (X1). */
export class SearchDatabase1790000000181 implements MigrationInterface {
  name = 'SearchDatabase1790000000181'

  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumn('search_head', new TableColumn({ name: 'databaseId', type: 'varchar', length: '32', isNullable: true }))
    await runner.query(`UPDATE "search_head" SET "databaseId" = '${randomBytes(16).toString('hex')}'`)
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('search_head', 'databaseId')
  }
}
