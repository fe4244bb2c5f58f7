import { Table, type MigrationInterface, type QueryRunner } from 'typeorm'
import { backfillActivity } from '../../features/feed/backfill.ts'

/** The activity log of feeds, filled with past activities, and dismissed suggestions. */
export class Activity1790000000050 implements MigrationInterface {
  name = 'Activity1790000000050'

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'activity',
        columns: [
          { name: 'id', type: 'varchar', length: '24', isPrimary: true },
          { name: 'source', type: 'varchar', length: '64' },
          { name: 'kind', type: 'integer' },
          { name: 'subject', type: 'varchar', length: '64' },
        ],
        indices: [{ name: 'activity_source', columnNames: ['source', 'id', 'kind', 'subject'] }],
      }),
    )
    await runner.createTable(
      new Table({
        name: 'dismissal',
        columns: [
          { name: 'uid', type: 'varchar', length: '50', isPrimary: true },
          { name: 'type', type: 'varchar', length: '10', isPrimary: true },
          { name: 'entity', type: 'varchar', length: '64', isPrimary: true },
          { name: 'creationDate', type: 'varchar', length: '24' },
        ],
        foreignKeys: [
          {
            name: 'dismissal_member',
            columnNames: ['uid'],
            referencedTableName: 'member',
            referencedColumnNames: ['uid'],
            onDelete: 'CASCADE',
          },
        ],
      }),
    )
    await backfillActivity((statement, values) => runner.query(statement, values), runner.dataSource.options.type === 'postgres')
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('dismissal')
    await runner.dropTable('activity')
  }
}
