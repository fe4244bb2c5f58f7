import { TableIndex, type MigrationInterface, type QueryRunner } from 'typeorm'

const added: [table: string, column: string, type: string][] = [
  ['tv_pairing', 'codeHash', 'varchar(64)'],
  ['tv_pairing', 'codeExpiryDate', 'varchar(24)'],
  ['tv_pairing', 'evening', 'boolean'],
  ['session', 'playbackOnly', 'boolean'],
]

/** Codes that are typed instead of following a television's link, and sessions that may only play (decision 50). */
export class TvCodes1790000000191 implements MigrationInterface {
  name = 'TvCodes1790000000191'

  async up(runner: QueryRunner): Promise<void> {
    // Not `addColumn`, which rewrites the whole table on SQLite.
    for (const [table, column, type] of added) await runner.query(`ALTER TABLE "${table}" ADD COLUMN "${column}" ${type}`)
    await runner.createIndex('tv_pairing', new TableIndex({ name: 'tv_pairing_code', columnNames: ['codeHash'], isUnique: true }))
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex('tv_pairing', 'tv_pairing_code')
    for (const [table, column] of added.toReversed()) await runner.query(`ALTER TABLE "${table}" DROP COLUMN "${column}"`)
  }
}
