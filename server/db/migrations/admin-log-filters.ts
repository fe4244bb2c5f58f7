import { TableIndex, type MigrationInterface, type QueryRunner } from 'typeorm'

const both = (): TableIndex => new TableIndex({ name: 'admin_action_both', columnNames: ['uid', 'action', 'id'] })

/** The log of an admin's actions of one kind is one interval of an index (M1, BY14). */
export class AdminLogFilters1790000000218 implements MigrationInterface {
  name = 'AdminLogFilters1790000000218'

  up(runner: QueryRunner): Promise<void> {
    return runner.createIndex('admin_action', both())
  }

  down(runner: QueryRunner): Promise<void> {
    return runner.dropIndex('admin_action', both())
  }
}
