/** Text-only posts that say the same. They have no medium by which a repeat could be found. */
import type { DataSource, EntityManager } from 'typeorm'
import { sql } from '#db/sql.ts'
import { textOf } from './rich-text.ts'

interface Text {
  title: string
  /** HTML. */
  description: string
}

/** The same for texts that differ in nothing but markup. */
export const textKey = ({ title, description }: Text): string => `text:${title}\n${textOf(description)}`

/** Titles in one statement. */
const titlesAtOnce = 100

/** Posts of a playlist that have the titles of these texts and no medium, by `textKey`. */
export async function textsIn(
  db: DataSource | EntityManager,
  beadId: string,
  texts: readonly Text[],
): Promise<Map<string, { id: string; title: string }>> {
  const titles = [...new Set(texts.map(({ title }) => title))]
  const found = new Map<string, { id: string; title: string }>()
  for (let from = 0; from < titles.length; from += titlesAtOnce) {
    const rows = await sql<Text & { id: string }>(
      db,
      'SELECT "id", "title", "description" FROM "post" WHERE "beadId" = :beadId AND "mediaKey" IS NULL AND "title" IN (:...titles)',
      { beadId, titles: titles.slice(from, from + titlesAtOnce) },
    )
    for (const row of rows) found.set(textKey(row), row)
  }
  return found
}
