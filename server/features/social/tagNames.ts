import type { DataSource } from 'typeorm'
import { inHiddenArray, sql } from '#db/sql.ts'

/** Display names of tags by key; the key itself if the tag has no row. */
export async function tagNames(db: DataSource, keys: Iterable<string>): Promise<(key: string) => string> {
  const uniqueKeys = [...new Set(keys)]
  const rows =
    uniqueKeys.length === 0
      ? []
      : await sql<{ key: string; name: string }>(db, `SELECT "key", "name" FROM "tag" WHERE "key" ${inHiddenArray(db, 'uniqueKeys')}`, {
          uniqueKeys,
        })
  const names = new Map(rows.map(({ key, name }) => [key, name]))
  return (key) => names.get(key) ?? key
}
