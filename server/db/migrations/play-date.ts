import { TableIndex, type MigrationInterface, type QueryRunner } from 'typeorm'

/** Plays that are older than the hour in which a repeat does not count are found, and swept up. */
export class PlayDate1790000000003 implements MigrationInterface {
  name = 'PlayDate1790000000003'

  async up(runner: QueryRunner): Promise<void> {
    await runner.createIndex('play', new TableIndex({ name: 'play_date', columnNames: ['playedDate'] }))
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex('play', 'play_date')
  }
}
