import { Table, type MigrationInterface, type QueryRunner } from 'typeorm'

const message = 'the admin log is append-only'

const erasures = (): Table =>
  new Table({
    name: 'erasure',
    columns: [
      { name: 'uid', type: 'varchar', length: '50', isPrimary: true },
      { name: 'tombstone', type: 'varchar', length: '50' },
    ],
  })

/** The only permitted change: during the deletion of an account, its uid becomes that of its tombstone. */
const isErasure = `EXISTS (SELECT 1 FROM "erasure" e WHERE NEW."id" = OLD."id" AND NEW."action" = OLD."action"
  AND NEW."targetKind" = OLD."targetKind" AND NEW."creationDate" = OLD."creationDate"
  AND (NEW."uid" = OLD."uid" OR (OLD."uid" = e."uid" AND NEW."uid" = e."tombstone"))
  AND (NEW."targetId" = OLD."targetId" OR (OLD."targetKind" = 'member' AND OLD."targetId" = e."uid" AND NEW."targetId" = e."tombstone"))
  AND (NEW."subjectUid" IS NOT DISTINCT FROM OLD."subjectUid" OR (OLD."subjectUid" = e."uid" AND NEW."subjectUid" = e."tombstone"))
  AND REPLACE(NEW."detail", '"' || e."tombstone" || '"', '"' || e."uid" || '"') = OLD."detail")`

const sqlite = [
  `CREATE TRIGGER "admin_action_update" BEFORE UPDATE ON "admin_action" WHEN NOT ${isErasure} BEGIN SELECT RAISE(ABORT, '${message}'); END`,
  `CREATE TRIGGER "admin_action_delete" BEFORE DELETE ON "admin_action" BEGIN SELECT RAISE(ABORT, '${message}'); END`,
  // INSERT OR REPLACE deletes a row without running DELETE triggers.
  `CREATE TRIGGER "admin_action_replace" BEFORE INSERT ON "admin_action" WHEN EXISTS (SELECT 1 FROM "admin_action" WHERE "id" = NEW."id")
   BEGIN SELECT RAISE(ABORT, '${message}'); END`,
]

const postgres = [
  `CREATE FUNCTION "refuse_admin_action"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION '${message}'; END $$`,
  `CREATE FUNCTION "check_admin_action"() RETURNS trigger LANGUAGE plpgsql AS
   $$ BEGIN IF NOT ${isErasure} THEN RAISE EXCEPTION '${message}'; END IF; RETURN NEW; END $$`,
  'CREATE TRIGGER "admin_action_update" BEFORE UPDATE ON "admin_action" FOR EACH ROW EXECUTE FUNCTION "check_admin_action"()',
  'CREATE TRIGGER "admin_action_delete" BEFORE DELETE ON "admin_action" FOR EACH ROW EXECUTE FUNCTION "refuse_admin_action"()',
  'CREATE TRIGGER "admin_action_truncate" BEFORE TRUNCATE ON "admin_action" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_admin_action"()',
]

const isPostgres = (runner: QueryRunner): boolean => runner.connection.options.type === 'postgres'

/** The database rejects changes of the admin log (BY14). */
export class AppendOnlyLog1790000000204 implements MigrationInterface {
  name = 'AppendOnlyLog1790000000204'

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(erasures())
    for (const statement of isPostgres(runner) ? postgres : sqlite) await runner.query(statement)
  }

  async down(runner: QueryRunner): Promise<void> {
    const names = isPostgres(runner) ? ['update', 'delete', 'truncate'] : ['update', 'delete', 'replace']
    for (const name of names) await runner.query(`DROP TRIGGER "admin_action_${name}"${isPostgres(runner) ? ' ON "admin_action"' : ''}`)
    if (isPostgres(runner)) {
      await runner.query('DROP FUNCTION "refuse_admin_action"()')
      await runner.query('DROP FUNCTION "check_admin_action"()')
    }
    await runner.dropTable('erasure')
  }
}
