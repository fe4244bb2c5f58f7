import { Table, TableIndex, type MigrationInterface, type QueryRunner } from 'typeorm'

const removals = (): Table =>
  new Table({
    name: 'content_removal',
    columns: [
      { name: 'id', type: 'varchar', length: '24', isPrimary: true },
      { name: 'uid', type: 'varchar', length: '50' },
      { name: 'adminUid', type: 'varchar', length: '50' },
      { name: 'reason', type: 'text' },
      { name: 'since', type: 'varchar', length: '24' },
      { name: 'before', type: 'varchar', length: '24' },
      { name: 'posts', type: 'integer' },
      { name: 'comments', type: 'integer' },
      { name: 'beads', type: 'integer' },
      { name: 'status', type: 'varchar', length: '8' },
      { name: 'creationDate', type: 'varchar', length: '24' },
    ],
    indices: [
      { name: 'content_removal_uid', columnNames: ['uid', 'id'] },
      { name: 'content_removal_running', columnNames: ['uid'], isUnique: true, where: `"status" = 'running'` },
    ],
  })

const subject = (): TableIndex => new TableIndex({ name: 'admin_action_subject', columnNames: ['subjectUid', 'id'] })
const memberIndices = (): TableIndex[] => [
  new TableIndex({ name: 'member_joined', columnNames: ['creationDate', 'uid'], where: '"removedDate" IS NULL' }),
  new TableIndex({ name: 'member_suspended', columnNames: ['suspendedUntil', 'uid'], where: '"suspendedUntil" IS NOT NULL' }),
  new TableIndex({ name: 'member_admin', columnNames: ['uid'], where: '"isAdmin" = TRUE' }),
]

const isPostgres = (runner: QueryRunner): boolean => runner.dataSource.options.type === 'postgres'

/** Members on the admin page: suspensions, removals of content, and the member whom an admin action concerns (M1). */
export class MemberModeration1790000000202 implements MigrationInterface {
  name = 'MemberModeration1790000000202'

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "member" ADD COLUMN "suspendedUntil" varchar(24)')
    await runner.query('ALTER TABLE "member" ADD COLUMN "suspensionReason" text')
    await runner.query('ALTER TABLE "admin_action" ADD COLUMN "subjectUid" varchar(50)')
    await runner.query(`UPDATE "admin_action" SET "subjectUid" = "targetId" WHERE "action" = 'member.privileges' AND "uid" <> "targetId"`)
    // Prefixes of addresses are compared bytewise, as on SQLite.
    if (isPostgres(runner)) await runner.query('ALTER TABLE "member" ALTER COLUMN "email" TYPE varchar(128) COLLATE "C"')
    await runner.createIndex('admin_action', subject())
    for (const index of memberIndices()) await runner.createIndex('member', index)
    await runner.createTable(removals())
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('content_removal')
    for (const index of memberIndices()) await runner.dropIndex('member', index)
    await runner.dropIndex('admin_action', subject())
    if (isPostgres(runner)) await runner.query('ALTER TABLE "member" ALTER COLUMN "email" TYPE varchar(128) COLLATE "default"')
    await runner.query('ALTER TABLE "admin_action" DROP COLUMN "subjectUid"')
    await runner.query('ALTER TABLE "member" DROP COLUMN "suspensionReason"')
    await runner.query('ALTER TABLE "member" DROP COLUMN "suspendedUntil"')
  }
}
