import { Table, type MigrationInterface, type QueryRunner } from 'typeorm'
import { backfillHeads } from '../../features/feed/backfill.ts'

/** Time of the latest activity of each playlist, member and tag. */
export class ActivityHeads1790000000052 implements MigrationInterface {
  name = 'ActivityHeads1790000000052'

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'activity_head',
        columns: [
          { name: 'type', type: 'integer', isPrimary: true },
          { name: 'entity', type: 'varchar', length: '64', isPrimary: true },
          { name: 'head', type: 'varchar', length: '24' },
        ],
        indices: [{ name: 'activity_head_all', columnNames: ['type', 'entity', 'head'] }],
      }),
    )
    await backfillHeads((statement, values) => runner.query(statement, values))
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('activity_head')
  }
}
