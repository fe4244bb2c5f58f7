import { Table, TableIndex, type MigrationInterface, type QueryRunner } from 'typeorm'

const decisions = (): Table =>
  new Table({
    name: 'review_decision',
    columns: [
      { name: 'targetId', type: 'varchar', length: '24', isPrimary: true },
      { name: 'title', type: 'text' },
      { name: 'verdict', type: 'varchar', length: '8' },
      { name: 'reason', type: 'text', isNullable: true },
      { name: 'uid', type: 'varchar', length: '50' },
      { name: 'dueDate', type: 'varchar', length: '24' },
    ],
    indices: [{ name: 'review_decision_uid', columnNames: ['uid', 'dueDate'] }],
  })

const opened = (): TableIndex => new TableIndex({ name: 'review_opened', columnNames: ['status', 'openedDate', 'targetId'] })
const drafts = (): TableIndex =>
  new TableIndex({ name: 'bead_waiting', columnNames: ['creationDate', 'id'], where: '"isDraft" = TRUE AND "groupId" IS NULL' })

/** The review queue: decisions that can be undone, and the order by age (BY14, B11). */
export class ReviewDecisions1790000000201 implements MigrationInterface {
  name = 'ReviewDecisions1790000000201'

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(decisions())
    await runner.query(`ALTER TABLE "review" ADD COLUMN "openedDate" varchar(24) NOT NULL DEFAULT ('')`)
    await runner.query('UPDATE "review" SET "openedDate" = "changedDate"')
    await runner.createIndex('review', opened())
    await runner.createIndex('bead', drafts())
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex('bead', drafts())
    await runner.dropIndex('review', opened())
    await runner.query('ALTER TABLE "review" DROP COLUMN "openedDate"')
    await runner.dropTable('review_decision')
  }
}
