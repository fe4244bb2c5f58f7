import type { MigrationInterface, QueryRunner } from 'typeorm'
import { backfillNames } from '../../features/words/backfill.ts'

/** The words of playlists' titles and of members' names, by which they were found before search had an index. */
export class WordsOfSearch1790000000081 implements MigrationInterface {
  name = 'WordsOfSearch1790000000081'

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM "word" WHERE "kind" IN ('bead', 'member')`)
  }

  async down(runner: QueryRunner): Promise<void> {
    await backfillNames((statement, values) => runner.query(statement, values), runner.connection.options.type === 'postgres')
  }
}
