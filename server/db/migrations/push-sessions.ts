import { Table, type MigrationInterface, type QueryRunner, type TableColumnOptions, type TableOptions } from 'typeorm'

const varchar = (name: string, length: number, more: Partial<TableColumnOptions> = {}): TableColumnOptions => ({
  name,
  type: 'varchar',
  length: String(length),
  ...more,
})

const before: TableOptions = {
  name: 'push_subscription',
  columns: [
    varchar('id', 64, { isPrimary: true }),
    varchar('uid', 50),
    varchar('endpoint', 1000),
    varchar('p256dh', 100),
    varchar('auth', 40),
    varchar('userAgent', 300),
    varchar('creationDate', 24),
  ],
  indices: [{ name: 'push_subscription_uid', columnNames: ['uid', 'creationDate'] }],
  foreignKeys: [
    {
      name: 'push_subscription_member',
      columnNames: ['uid'],
      referencedTableName: 'member',
      referencedColumnNames: ['uid'],
      onDelete: 'CASCADE',
    },
  ],
}
const after: TableOptions = {
  ...before,
  columns: [...before.columns!, varchar('sessionHash', 64)],
  indices: [...before.indices!, { name: 'push_subscription_session_hash', columnNames: ['sessionHash'] }],
  foreignKeys: [
    ...before.foreignKeys!,
    {
      name: 'push_subscription_session',
      columnNames: ['sessionHash'],
      referencedTableName: 'session',
      referencedColumnNames: ['tokenHash'],
      onDelete: 'CASCADE',
    },
  ],
}
const columnList = before.columns!.map(({ name }) => `"${name}"`).join(', ')

/** The session of an earlier subscription: the member's latest one with the same user agent. */
const likelySession = `(
  SELECT s."tokenHash" FROM "session" s WHERE s."uid" = p."uid" AND s."userAgent" = p."userAgent" ORDER BY s."lastUsedDate" DESC, s."tokenHash" LIMIT 1
)`

/** Ties push subscriptions to the session in which they were created. */
export class PushSessions1790000000091 implements MigrationInterface {
  name = 'PushSessions1790000000091'

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE "push_before" AS SELECT p.*, ${likelySession} AS "sessionHash" FROM "push_subscription" p`)
    await runner.dropTable('push_subscription')
    await runner.createTable(new Table(after))
    await runner.query(
      `INSERT INTO "push_subscription" (${columnList}, "sessionHash") SELECT ${columnList}, "sessionHash" FROM "push_before" WHERE "sessionHash" IS NOT NULL`,
    )
    await runner.query('DROP TABLE "push_before"')
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE "push_before" AS SELECT ${columnList} FROM "push_subscription"`)
    await runner.dropTable('push_subscription')
    await runner.createTable(new Table(before))
    await runner.query(`INSERT INTO "push_subscription" (${columnList}) SELECT ${columnList} FROM "push_before"`)
    await runner.query('DROP TABLE "push_before"')
  }
}
