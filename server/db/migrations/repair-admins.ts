import { TableColumn, type MigrationInterface, type QueryRunner } from 'typeorm'

const flag = (name: string): TableColumn => new TableColumn({ name, type: 'boolean', isNullable: true })

/** Whether the member of a repair has no other right to it than that of an admin. */
const isOther = (column: string): string =>
  `NOT EXISTS (SELECT 1 FROM "post" p JOIN "bead" b ON b."id" = p."beadId" WHERE p."id" = "repair"."postId" AND (
     "repair"."${column}" IN (p."creatorUid", b."creatorUid")
     OR EXISTS (SELECT 1 FROM "invitee" i WHERE i."beadId" = b."id" AND i."uid" = "repair"."${column}")))
   AND EXISTS (SELECT 1 FROM "member" m WHERE m."uid" = "repair"."${column}" AND m."isAdmin" = TRUE)`

/** Repairs by admins, whose names members do not see (BZ6). */
export class RepairAdmins1790000000210 implements MigrationInterface {
  name = 'RepairAdmins1790000000210'

  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumns('repair', [flag('byAdmin'), flag('undoneByAdmin')])
    await runner.query(`UPDATE "repair" SET "byAdmin" = TRUE WHERE ${isOther('uid')}`)
    await runner.query(`UPDATE "repair" SET "undoneByAdmin" = TRUE WHERE "undoneUid" IS NOT NULL AND ${isOther('undoneUid')}`)
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumns('repair', ['byAdmin', 'undoneByAdmin'])
  }
}
