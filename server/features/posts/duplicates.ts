/** Duplicates of text-only posts, which have no medium key. */
import type { DataSource, EntityManager } from 'typeorm'
import { sql } from '#db/sql.ts'
import { textOf } from './rich-text.ts'

interface Text {
  title: string
  /** HTML. */
  description: string
}

/** Ignores markup. */
export const textKey = ({ title, description }: Text): string => `text:${title}\n${textOf(description)}`

/** Titles per statement. */
const titleBatchSize = 100

/** Posts of a playlist that have the titles of these texts and no medium, by `textKey`. */
export async function textsIn(
  db: DataSource | EntityManager,
  beadId: string,
  texts: readonly Text[],
): Promise<Map<string, { id: string; title: string }>> {
  const titles = [...new Set(texts.map(({ title }) => title))]
  const found = new Map<string, { id: string; title: string }>()
  for (let from = 0; from < titles.length; from += titleBatchSize) {
    const rows = await sql<Text & { id: string }>(
      db,
      'SELECT "id", "title", "description" FROM "post" WHERE "beadId" = :beadId AND "mediaKey" IS NULL AND "title" IN (:...titles)',
      { beadId, titles: titles.slice(from, from + titleBatchSize) },
    )
    for (const row of rows) found.set(textKey(row), row)
  }
  return found
}
