import { Table, type MigrationInterface, type QueryRunner } from 'typeorm'

/** Daily counts, and events reported by pages. */
export class Analytics1790000000051 implements MigrationInterface {
  name = 'Analytics1790000000051'

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'metric',
        columns: [
          { name: 'day', type: 'varchar', length: '10', isPrimary: true },
          { name: 'metric', type: 'varchar', length: '20', isPrimary: true },
          { name: 'total', type: 'integer' },
        ],
      }),
    )
    await runner.createTable(
      new Table({
        name: 'event',
        columns: [
          { name: 'id', type: 'varchar', length: '24', isPrimary: true },
          { name: 'event', type: 'varchar', length: '40' },
          { name: 'platform', type: 'varchar', length: '20' },
          { name: 'uid', type: 'varchar', length: '50', isNullable: true },
          { name: 'data', type: 'text' },
          { name: 'creationDate', type: 'varchar', length: '24' },
        ],
        indices: [
          { name: 'event_of', columnNames: ['event', 'id'] },
          { name: 'event_uid', columnNames: ['uid'] },
        ],
        foreignKeys: [
          {
            name: 'event_member',
            columnNames: ['uid'],
            referencedTableName: 'member',
            referencedColumnNames: ['uid'],
            onDelete: 'CASCADE',
          },
        ],
      }),
    )
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('event')
    await runner.dropTable('metric')
  }
}
