import { TableIndex, type MigrationInterface, type QueryRunner } from 'typeorm'

const recent = (): TableIndex => new TableIndex({ name: 'activity_head_recent', columnNames: ['head', 'type', 'entity'] })

/** The latest heads of all sources are the end of an index: members who follow hundreds are among them. */
export class LatestHeads1790000000226 implements MigrationInterface {
  name = 'LatestHeads1790000000226'

  up(runner: QueryRunner): Promise<void> {
    return runner.createIndex('activity_head', recent())
  }

  down(runner: QueryRunner): Promise<void> {
    return runner.dropIndex('activity_head', recent())
  }
}
