import { TableIndex, type MigrationInterface, type QueryRunner } from 'typeorm'

const recent = (): TableIndex => new TableIndex({ name: 'activity_head_recent', columnNames: ['head', 'type', 'entity'] })

/** PostgreSQL finds the latest heads of a member who follows hundreds of sources at the end of this index. SQLite does not use it. */
export class LatestHeads1790000000226 implements MigrationInterface {
  name = 'LatestHeads1790000000226'

  up(runner: QueryRunner): Promise<void> {
    return runner.createIndex('activity_head', recent())
  }

  down(runner: QueryRunner): Promise<void> {
    return runner.dropIndex('activity_head', recent())
  }
}
