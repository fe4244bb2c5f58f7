import { TableIndex, type MigrationInterface, type QueryRunner } from 'typeorm'

/** An index for the days of a playlist on its admin page (M1). */
export class AdminContent1790000000211 implements MigrationInterface {
  name = 'AdminContent1790000000211'

  async up(runner: QueryRunner): Promise<void> {
    await runner.createIndex('day_bead', new TableIndex({ name: 'day_bead_bead', columnNames: ['beadId', 'day'] }))
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex('day_bead', 'day_bead_bead')
  }
}
