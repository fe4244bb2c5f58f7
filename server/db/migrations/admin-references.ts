import { Table, type MigrationInterface, type QueryRunner } from 'typeorm'

/** Rows read per statement. */
const batch = 1000

const uidPattern = /^[A-Za-z0-9_.]{3,50}$/

const stringsIn = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : []

const listed = (values: Iterable<string>): string => [...values].map((value) => `'${value}'`).join(', ')

/** Lists the members in the details of the existing admin actions. */
async function fill(runner: QueryRunner): Promise<void> {
  for (let after = ''; ;) {
    const rows = (await runner.query(`SELECT "id", "detail" FROM "admin_action" WHERE "id" > '${after}' ORDER BY "id" LIMIT ${batch}`)) as {
      id: string
      detail: string
    }[]
    const found = rows.map(({ id, detail }) => ({
      id,
      uids: new Set(stringsIn(JSON.parse(detail)).filter((text) => uidPattern.test(text))),
    }))
    const candidates = new Set(found.flatMap(({ uids }) => [...uids]))
    if (candidates.size > 0) {
      const members = (await runner.query(`SELECT "uid" FROM "member" WHERE "uid" IN (${listed(candidates)})`)) as { uid: string }[]
      const values = found.flatMap(({ id, uids }) => members.filter(({ uid }) => uids.has(uid)).map(({ uid }) => `('${uid}', '${id}')`))
      if (values.length > 0) await runner.query(`INSERT INTO "admin_action_member" ("uid", "actionId") VALUES ${values.join(', ')}`)
    }
    if (rows.length < batch) return
    after = rows.at(-1)!.id
  }
}

/** The deletion of an account finds its uid in the admin log by an index (BY12), and no notification names an admin (O1). */
export class AdminReferences1790000000212 implements MigrationInterface {
  name = 'AdminReferences1790000000212'

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'admin_action_member',
        columns: [
          { name: 'uid', type: 'varchar', length: '50', isPrimary: true },
          { name: 'actionId', type: 'varchar', length: '24', isPrimary: true },
        ],
      }),
    )
    await fill(runner)
    // A playlist is published once, so its group has one activity. Uids and dates need no escape in JSON.
    await runner.query(`UPDATE "notification_activity" SET "actor" = "uid" WHERE "verb" = 'publish'`)
    await runner.query(
      `UPDATE "notification" SET "actors" = '[{"uid":"' || "uid" || '","date":"' || "date" || '"}]' WHERE "verb" = 'publish'`,
    )
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('admin_action_member')
  }
}
