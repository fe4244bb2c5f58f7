import { TableIndex, type MigrationInterface, type QueryRunner } from 'typeorm'

const index = (): TableIndex => new TableIndex({ name: 'admin_action_action', columnNames: ['action', 'id'] })

/** Index of the admin log by action (BY14). */
export class AdminLog1790000000200 implements MigrationInterface {
  name = 'AdminLog1790000000200'

  async up(runner: QueryRunner): Promise<void> {
    await runner.createIndex('admin_action', index())
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex('admin_action', index())
  }
}
