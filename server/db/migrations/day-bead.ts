import { Table, type MigrationInterface, type QueryRunner } from 'typeorm'

/** Beads of the Day. */
export class DayBead1790000000001 implements MigrationInterface {
  name = 'DayBead1790000000001'

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'day_bead',
        columns: [
          { name: 'day', type: 'varchar', length: '10', isPrimary: true },
          { name: 'category', type: 'varchar', length: '20', isPrimary: true },
          { name: 'beadId', type: 'varchar', length: '24' },
        ],
      }),
    )
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('day_bead')
  }
}
