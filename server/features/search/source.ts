/** The database as the source that search indexes follow: the log of changes and the current documents. */
import type { DataSource } from 'typeorm'
import type { Change, DocumentKey, DocumentSource, SearchDocument } from '#search/port.ts'
import { sql } from '#db/sql.ts'
import { createDocumentReader } from './documents.ts'

/** Identifies this database and its backups. */
export async function databaseIdOf(db: DataSource): Promise<string> {
  const [row] = await sql<{ databaseId: string }>(db, 'SELECT "databaseId" FROM "search_head"')
  return row!.databaseId
}

export function createDocumentSource(db: DataSource): DocumentSource {
  const reader = createDocumentReader(db)

  async function head(): Promise<number> {
    const [row] = await sql<{ position: number | string }>(db, 'SELECT "position" FROM "search_head"')
    return Number(row!.position)
  }

  return {
    head,

    async changes(after, limit) {
      // Read the head first, so that a concurrent append does not look like a gap.
      const latest = await head()
      if (latest === after) return []
      const rows = await sql<Omit<Change, 'position'> & { position: number | string }>(
        db,
        'SELECT "position", "type", "id" FROM "search_change" WHERE "position" > :after ORDER BY "position" LIMIT :limit',
        { after, limit },
      )
      const changes = rows.map((row): Change => ({ ...row, position: Number(row.position) }))
      // Positions are consecutive: a gap means that the log was trimmed, or belongs to another database.
      return changes[0]?.position === after + 1 ? changes : null
    },

    async documents(keys) {
      const found: SearchDocument[] = []
      for (const type of new Set(keys.map((key) => key.type))) {
        const ids = new Set(keys.filter((key) => key.type === type).map(({ id }) => id))
        found.push(...(await reader.byIds(type, [...ids])))
      }
      return found
    },

    all: (type, after, limit) => reader.page(type, after, limit),

    async within(bead, after, limit) {
      const posts = await sql<{ id: string }>(
        db,
        'SELECT "id" FROM "post" WHERE "beadId" = :bead AND "id" > :after ORDER BY "id" LIMIT :limit',
        { bead, after, limit },
      )
      if (posts.length === 0) return []
      const tags = await sql<{ id: string }>(
        db,
        `SELECT DISTINCT "tagKey" AS "id" FROM "post_tag"
         WHERE "postId" IN (SELECT "id" FROM "post" WHERE "beadId" = :bead AND "id" > :after AND "id" <= :last)`,
        { bead, after, last: posts.at(-1)!.id },
      )
      return [...posts.map(({ id }): DocumentKey => ({ type: 'post', id })), ...tags.map(({ id }): DocumentKey => ({ type: 'tag', id }))]
    },

    async count() {
      const [row] = await sql<{ total: number | string }>(
        db,
        `SELECT (SELECT COUNT(*) FROM "bead") + (SELECT COUNT(*) FROM "post") + (SELECT COUNT(*) FROM "member" WHERE "removedDate" IS NULL)
           + (SELECT COUNT(DISTINCT "tagKey") FROM "post_tag" WHERE "isDraft" = FALSE) AS "total"`,
      )
      return Number(row!.total)
    },
  }
}
