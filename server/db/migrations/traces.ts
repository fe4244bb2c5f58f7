import type { MigrationInterface, QueryRunner } from 'typeorm'

/** The request that has caused an event, and when a job last succeeded (BY27). */
export class Traces1790000000216 implements MigrationInterface {
  name = 'Traces1790000000216'

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "outbox" ADD COLUMN "requestId" varchar(64)')
    await runner.query('ALTER TABLE "job" ADD COLUMN "lastSuccessDate" varchar(24)')
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "job" DROP COLUMN "lastSuccessDate"')
    await runner.query('ALTER TABLE "outbox" DROP COLUMN "requestId"')
  }
}
