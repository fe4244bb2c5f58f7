import type { DataSource } from 'typeorm'
import type { Viewer } from '#access/viewer.ts'
import type { MemberRef, Page } from '#contract/index.ts'
import { sql } from '#db/sql.ts'
import { exceptBlocked } from '../blocks/service.ts'
import { relationTypes } from '../relations/service.ts'
import { toMemberRef, type RawMember } from '../accounts/service.ts'

/**
 * A page of a playlist's followers, latest first. The creator is excluded, as in `followerCount` (decision 12). The
 * inner SELECT uses only the index of relations; members are read for this page only.
 */
export async function followersOf(
  db: DataSource,
  bead: { id: string; creatorUid: string; followerCount: number },
  { from, limit }: { from: number; limit: number },
  viewer: Viewer | null,
): Promise<Page<MemberRef>> {
  const where = ['r."type" = :followBead', 'r."entity" = :id', 'r."uid" <> :creatorUid', exceptBlocked(viewer, 'r."uid"')]
    .filter(Boolean)
    .join(' AND ')
  const rows = await sql<RawMember>(
    db,
    `SELECT m."uid", m."name", m."verified", m."image" FROM (
       SELECT r."uid", r."creationDate" FROM "relation" r WHERE ${where} ORDER BY r."creationDate" DESC, r."uid" DESC LIMIT :limit OFFSET :from
     ) k JOIN "member" m ON m."uid" = k."uid" ORDER BY k."creationDate" DESC, k."uid" DESC`,
    { id: bead.id, creatorUid: bead.creatorUid, followBead: relationTypes.followBead, viewer: viewer?.uid, from, limit: limit + 1 },
  )
  const more = rows.length > limit
  return { results: rows.slice(0, limit).map(toMemberRef), next: more ? from + limit : null, counts: { total: bead.followerCount } }
}
