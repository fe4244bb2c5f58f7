import { TableIndex, type MigrationInterface, type QueryRunner } from 'typeorm'

const failed = (): TableIndex => new TableIndex({ name: 'outbox_failed', columnNames: ['id'], where: '"attempts" > 0' })

/** What the system page reads: durations of jobs, and the failed facts of the outbox, without a scan (M1). */
export class Operations1790000000208 implements MigrationInterface {
  name = 'Operations1790000000208'

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "job" ADD COLUMN "durationMs" integer')
    await runner.createIndex('outbox', failed())
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex('outbox', failed())
    await runner.query('ALTER TABLE "job" DROP COLUMN "durationMs"')
  }
}
