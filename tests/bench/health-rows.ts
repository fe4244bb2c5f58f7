/** Generates what playlist health reads in a large Strand database: links and their checks, dead posts, and failing hosts. */
import type Database from 'better-sqlite3'

const hosts = 2000

/**
 * Inserts links, dead posts, numbers of playlists without posts, and failing hosts, and makes a member an admin. Changes nothing in a
 * database that has them.
 */
export function addHealthRows(db: Database.Database, admin: string): void {
  if (db.prepare('SELECT 1 FROM "link_check" LIMIT 1').get() !== undefined) return
  db.exec('BEGIN')
  db.prepare('UPDATE "member" SET "isAdmin" = 1 WHERE "uid" = ?').run(admin)
  db.exec(`
    UPDATE "post" SET "isDead" = TRUE WHERE rowid % 10 = 0 AND "media" IS NOT NULL;
    UPDATE "bead_health" SET "dead" = MIN("total", (SELECT COUNT(*) FROM "post" p WHERE p."beadId" = "bead_health"."beadId" AND p."isDead"));
    UPDATE "bead_health" SET "deadShare" = "dead" * 1.0 / "total";
    INSERT INTO "bead_health" ("beadId", "provider", "total", "dead", "deadShare")
      SELECT b."id", p."name", 20, b.rowid % 21, (b.rowid % 21) / 20.0 FROM "bead" b JOIN (SELECT 'all' AS "name" UNION ALL SELECT 'youtube') p
      WHERE b."id" NOT IN (SELECT "beadId" FROM "bead_health");
    UPDATE "provider_health" SET "dead" = "total" / 10;
    INSERT INTO "link_check" ("id", "href", "host", "state", "dueDate", "steps", "troubles", "told")
      SELECT "id", 'https://example.org/' || "id", 'h' || (rowid % ${hosts}) || '.example', 'well',
        strftime('%Y-%m-%dT%H:%M:%fZ', 'now', (rowid % 1000 - 100) || ' minutes'), 1, 0, TRUE FROM "post";
    INSERT INTO "post_link" ("postId", "linkId") SELECT "id", "id" FROM "post";
    WITH RECURSIVE "n"("i") AS (SELECT 0 UNION ALL SELECT "i" + 1 FROM "n" WHERE "i" < ${hosts - 1})
      INSERT INTO "link_host" ("host", "windowDate", "checks", "failures", "failingSince", "failureDate", "failure", "pausedUntil")
      SELECT 'h' || "i" || '.example', "d", 1, 1, "d", "d", '503', "d"
      FROM (SELECT "i", strftime('%Y-%m-%dT%H:%M:%fZ', 'now', -"i" || ' seconds') AS "d" FROM "n");
  `)
  db.exec('COMMIT')
  db.exec('ANALYZE')
}
