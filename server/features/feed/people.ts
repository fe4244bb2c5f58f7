/** Display names of the members and tags of a feed. */
import type { DataSource } from 'typeorm'
import type { Viewer } from '#access/viewer.ts'
import type { MemberRef } from '#contract/index.ts'
import { sql } from '#db/sql.ts'
import { toRef, type RawMember } from '../beads/service.ts'

export async function membersByUid(db: DataSource, uids: Iterable<string>): Promise<Map<string, MemberRef>> {
  const asked = [...new Set(uids)]
  if (asked.length === 0) return new Map()
  const rows = await sql<RawMember>(db, 'SELECT "uid", "name", "verified", "image" FROM "member" WHERE "uid" IN (:...asked)', { asked })
  return new Map(rows.map((row) => [row.uid, toRef(row)]))
}

/** Display names of tags by key; the key itself if the tag has no row. */
export async function tagNames(db: DataSource, keys: Iterable<string>): Promise<(key: string) => string> {
  const asked = [...new Set(keys)]
  const rows =
    asked.length === 0
      ? []
      : await sql<{ key: string; name: string }>(db, 'SELECT "key", "name" FROM "tag" WHERE "key" IN (:...asked)', { asked })
  const names = new Map(rows.map(({ key, name }) => [key, name]))
  return (key) => names.get(key) ?? key
}

/** Members hidden from the viewer: with `muted` also muted ones (feed), otherwise only blocked ones (profile). */
export async function hiddenFrom(db: DataSource, viewer: Viewer | null, muted: boolean): Promise<ReadonlySet<string>> {
  if (!viewer?.hides) return new Set()
  const rows = await sql<{ otherUid: string }>(
    db,
    `SELECT "otherUid" FROM "block_or_mute" WHERE "uid" = :uid${muted ? '' : ` AND "kind" = 'block'`}`,
    { uid: viewer.uid },
  )
  return new Set(rows.map(({ otherUid }) => otherUid))
}
