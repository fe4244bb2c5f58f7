import { TableIndex, type MigrationInterface, type QueryRunner } from 'typeorm'

/** An index for deleting plays older than the hour in which repeats do not count. */
export class PlayDate1790000000003 implements MigrationInterface {
  name = 'PlayDate1790000000003'

  async up(runner: QueryRunner): Promise<void> {
    await runner.createIndex('play', new TableIndex({ name: 'play_date', columnNames: ['playedDate'] }))
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex('play', 'play_date')
  }
}
