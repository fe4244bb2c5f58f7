/** Display names of the tags of a feed, and the members it hides. */
import type { DataSource } from 'typeorm'
import type { Viewer } from '#access/viewer.ts'
import { sql } from '#db/sql.ts'

/** Display names of tags by key; the key itself if the tag has no row. */
export async function tagNames(db: DataSource, keys: Iterable<string>): Promise<(key: string) => string> {
  const uniqueKeys = [...new Set(keys)]
  const rows =
    uniqueKeys.length === 0
      ? []
      : await sql<{ key: string; name: string }>(db, 'SELECT "key", "name" FROM "tag" WHERE "key" IN (:...uniqueKeys)', { uniqueKeys })
  const names = new Map(rows.map(({ key, name }) => [key, name]))
  return (key) => names.get(key) ?? key
}

/**
 * Uids of the members whom the viewer blocks and, with `muted`, mutes. A feed excludes both, a profile only blocked
 * ones.
 */
export async function hiddenFrom(db: DataSource, viewer: Viewer | null, muted: boolean): Promise<ReadonlySet<string>> {
  if (!viewer?.hides) return new Set()
  const rows = await sql<{ otherUid: string }>(
    db,
    `SELECT "otherUid" FROM "block_or_mute" WHERE "uid" = :uid${muted ? '' : ` AND "kind" = 'block'`}`,
    { uid: viewer.uid },
  )
  return new Set(rows.map(({ otherUid }) => otherUid))
}
