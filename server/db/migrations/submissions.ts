import { TableIndex, type MigrationInterface, type QueryRunner } from 'typeorm'

const waiting = (): TableIndex =>
  new TableIndex({ name: 'bead_waiting', columnNames: ['submittedDate', 'id'], where: '"isDraft" = TRUE AND "submittedDate" IS NOT NULL' })
const waitingByCreation = (): TableIndex =>
  new TableIndex({ name: 'bead_waiting', columnNames: ['creationDate', 'id'], where: '"isDraft" = TRUE AND "groupId" IS NULL' })
/** Of lists that the review queue replaced. */
const drafts = (): TableIndex => new TableIndex({ name: 'bead_review', columnNames: ['isDraft', 'groupId', 'id'] })
const flagged = (): TableIndex => new TableIndex({ name: 'review_queue', columnNames: ['status', 'flagCount', 'changedDate', 'targetId'] })

/** Open playlists that an admin returned with a reason are drafts that do not wait for review (B11, BY14). */
export class Submissions1790000000203 implements MigrationInterface {
  name = 'Submissions1790000000203'

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "bead" ADD COLUMN "submittedDate" varchar(24)')
    await runner.query('ALTER TABLE "bead" ADD COLUMN "returnReason" text')
    await runner.query('UPDATE "bead" SET "submittedDate" = "creationDate" WHERE "isDraft" = TRUE AND "groupId" IS NULL')
    await runner.dropIndex('bead', waitingByCreation())
    await runner.createIndex('bead', waiting())
    await runner.dropIndex('bead', drafts())
    await runner.dropIndex('review', flagged())
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.createIndex('review', flagged())
    await runner.createIndex('bead', drafts())
    await runner.dropIndex('bead', waiting())
    await runner.createIndex('bead', waitingByCreation())
    await runner.query('ALTER TABLE "bead" DROP COLUMN "returnReason"')
    await runner.query('ALTER TABLE "bead" DROP COLUMN "submittedDate"')
  }
}
