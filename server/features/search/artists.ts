import type { DataSource } from 'typeorm'
import { sql } from '#db/sql.ts'
import { wordQuery } from '../words/service.ts'

export type Artist = { _id: string; id: string; name: string }

const most = 200

/** Artists in whose names words begin like these, those whose name itself does first. */
export async function artistsBeginning(db: DataSource, text: string): Promise<Artist[]> {
  const query = wordQuery('who', text)
  if (!query.any) return []
  const rows = await sql<{ entity: string }>(db, `SELECT DISTINCT f."entity" FROM (${query.source} LIMIT :most) f ORDER BY f."entity"`, {
    ...query.parameters,
    most,
  })
  const start = text.trim().toLowerCase()
  const begins = (name: string): number => Number(name.toLowerCase().startsWith(start))
  return rows.map(({ entity }) => ({ _id: entity, id: entity, name: entity })).toSorted((a, b) => begins(b.name) - begins(a.name))
}
