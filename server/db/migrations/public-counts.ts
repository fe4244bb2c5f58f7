import type { MigrationInterface, QueryRunner } from 'typeorm'

const draft = '"beadId" IN (SELECT "id" FROM "bead" WHERE "isDraft" = TRUE)'
/** Types of a relation: 1 post collected, 2 playlist followed. */
const inDraft = {
  createdBeadCount: 'SELECT COUNT(*) FROM "bead" v WHERE v."isDraft" = TRUE AND v."creatorUid" = "member"."uid"',
  createdPostCount: `SELECT COUNT(*) FROM "post" p WHERE p.${draft} AND p."creatorUid" = "member"."uid"`,
  collectedPostCount: `SELECT COUNT(*) FROM "post" p JOIN "relation" r ON r."entity" = p."id" AND r."type" = 1 WHERE p.${draft} AND r."uid" = "member"."uid"`,
  collectedBeadCount:
    'SELECT COUNT(*) FROM "bead" v JOIN "relation" r ON r."entity" = v."id" AND r."type" = 2 WHERE v."isDraft" = TRUE AND r."uid" = "member"."uid"',
}
const concerned = `SELECT "creatorUid" FROM "bead" WHERE "isDraft" = TRUE UNION SELECT "creatorUid" FROM "post" WHERE ${draft}
  UNION SELECT r."uid" FROM "post" p JOIN "relation" r ON r."entity" = p."id" AND r."type" = 1 WHERE p.${draft}
  UNION SELECT r."uid" FROM "bead" v JOIN "relation" r ON r."entity" = v."id" AND r."type" = 2 WHERE v."isDraft" = TRUE`

const update = (sign: '+' | '-'): string =>
  `UPDATE "member" SET ${Object.entries(inDraft)
    .map(([counter, count]) => `"${counter}" = "${counter}" ${sign} (${count})`)
    .join(', ')} WHERE "uid" IN (${concerned})`

/** Counters of members exclude drafts, their posts and relations to them (decision 53). */
export class PublicCounts1790000000141 implements MigrationInterface {
  name = 'PublicCounts1790000000141'

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(update('-'))
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(update('+'))
  }
}
