import type { MigrationInterface, QueryRunner } from 'typeorm'

const isTooLong = 'LENGTH("host") > 253'

/**
 * Deletes the checks of host names that are too long to be resolved. SQLite stores names that PostgreSQL refuses, so that a copy to it
 * failed (BY8, BY26). Cannot be reverted.
 */
export class LongHosts1790000000227 implements MigrationInterface {
  name = 'LongHosts1790000000227'

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM "post_link" WHERE "linkId" IN (SELECT "id" FROM "link_check" WHERE ${isTooLong})`)
    for (const table of ['link_check', 'link_host']) await runner.query(`DELETE FROM "${table}" WHERE ${isTooLong}`)
  }

  async down(): Promise<void> {}
}
