import type { MigrationInterface, QueryRunner } from 'typeorm'
import { backfillNames } from '../../features/words/backfill.ts'

/** Deletes the words of playlist titles and member names, which look-ups used before search had an index. */
export class WordsOfSearch1790000000081 implements MigrationInterface {
  name = 'WordsOfSearch1790000000081'

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM "word" WHERE "kind" IN ('bead', 'member')`)
  }

  async down(runner: QueryRunner): Promise<void> {
    await backfillNames((statement, values) => runner.query(statement, values), runner.connection.options.type === 'postgres')
  }
}
