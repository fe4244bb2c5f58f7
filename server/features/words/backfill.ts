import { wordsOf } from './service.ts'

type Run = (statement: string, values?: unknown[]) => Promise<unknown>

/** Words of playlist titles and member names, as they were stored before the search index existed. */
export async function backfillNames(run: Run, postgres: boolean): Promise<void> {
  const places = postgres ? '$1, $2, $3' : '?, ?, ?'
  for (const [kind, statement] of [
    ['bead', 'SELECT "id" AS "entity", "title" AS "text" FROM "bead"'],
    ['member', `SELECT "uid" AS "entity", "name" || ' ' || "uid" AS "text" FROM "member" WHERE "removedDate" IS NULL`],
  ] as const)
    for (const { entity, text } of (await run(statement)) as { entity: string; text: string }[])
      for (const word of wordsOf(text))
        await run(`INSERT INTO "word" ("kind", "word", "entity") VALUES (${places}) ON CONFLICT DO NOTHING`, [kind, word, entity])
}
