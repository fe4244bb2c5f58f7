import type { MigrationInterface, QueryRunner } from 'typeorm'
import { wordsOf } from '../../features/words/service.ts'

/** The words of playlists' titles and of members' names, by which they were found before search had an index. */
export class WordsOfSearch1790000000081 implements MigrationInterface {
  name = 'WordsOfSearch1790000000081'

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM "word" WHERE "kind" IN ('bead', 'member')`)
  }

  async down(runner: QueryRunner): Promise<void> {
    const postgres = runner.connection.options.type === 'postgres'
    const [kind, word, entity] = postgres ? ['$1', '$2', '$3'] : ['?', '?', '?']
    const write = `INSERT INTO "word" ("kind", "word", "entity") VALUES (${kind}, ${word}, ${entity}) ON CONFLICT DO NOTHING`
    for (const [name, statement] of [
      ['bead', 'SELECT "id" AS "entity", "title" AS "text" FROM "bead"'],
      ['member', `SELECT "uid" AS "entity", "name" || ' ' || "uid" AS "text" FROM "member" WHERE "removedDate" IS NULL`],
    ] as const) {
      const rows = (await runner.query(statement)) as { entity: string; text: string }[]
      for (const { entity: id, text } of rows) for (const one of wordsOf(text)) await runner.query(write, [name, one, id])
    }
  }
}
