import type { MigrationInterface, QueryRunner } from 'typeorm'

/** Added by hand: TypeORM would copy the whole table on SQLite, with every row that refers to it. */
const columns = [
  ['emailPrefs', 'text'],
  ['pushPrefs', 'text'],
  ['onboarding', 'text'],
  ['emailVerifiedDate', 'varchar(24)'],
  ['imageLastModified', 'varchar(24)'],
  ['notificationsLastChecked', 'varchar(24)'],
  ['removedDate', 'varchar(24)'],
] as const

/** Notification preferences of members, and their onboarding. */
export class MemberPreferences1790000000010 implements MigrationInterface {
  name = 'MemberPreferences1790000000010'

  async up(runner: QueryRunner): Promise<void> {
    for (const [name, type] of columns) await runner.query(`ALTER TABLE "member" ADD COLUMN "${name}" ${type}`)
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [name] of columns.toReversed()) await runner.query(`ALTER TABLE "member" DROP COLUMN "${name}"`)
  }
}
