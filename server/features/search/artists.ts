import type { DataSource } from 'typeorm'
import { sql } from '#db/sql.ts'
import { wordQuery } from '../words/service.ts'

export type Artist = { _id: string; id: string; name: string }

const maxArtists = 200

/** Artists whose names have words with these prefixes; first those whose whole name starts with the text. */
export async function artistsWithPrefix(db: DataSource, text: string): Promise<Artist[]> {
  const query = wordQuery('who', text)
  if (!query.hasWords) return []
  const rows = await sql<{ entity: string }>(
    db,
    `SELECT DISTINCT f."entity" FROM (${query.source} LIMIT :maxArtists) f ORDER BY f."entity"`,
    {
      ...query.parameters,
      maxArtists,
    },
  )
  const start = text.trim().toLowerCase()
  const startsWithText = (name: string): number => Number(name.toLowerCase().startsWith(start))
  return rows
    .map(({ entity }) => ({ _id: entity, id: entity, name: entity }))
    .toSorted((a, b) => startsWithText(b.name) - startsWithText(a.name))
}
