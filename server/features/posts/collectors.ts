import type { DataSource } from 'typeorm'
import type { Viewer } from '#access/viewer.ts'
import type { MemberRef, Page } from '#contract/index.ts'
import { sql } from '#db/sql.ts'
import { toMemberRef, type RawMember } from '../accounts/service.ts'
import { exceptBlocked } from '../blocks/service.ts'
import { relationTypes } from '../relations/service.ts'

interface RawCollector extends RawMember {
  collectedDate: string
}

/** Members who collected a post, latest first. Includes its creator, excludes members whom the viewer blocks. */
export async function listCollectors(
  db: DataSource,
  postId: string,
  { from, limit }: { from: number; limit: number },
  viewer: Viewer | null,
): Promise<Page<MemberRef & { collectedDate: string }>> {
  const conditions = ['r."type" = :collect', 'r."entity" = :postId', exceptBlocked(viewer, 'r."uid"')].filter(
    (condition) => condition !== null,
  )
  const where = `FROM "relation" r WHERE ${conditions.join(' AND ')}`
  const parameters = { postId, collect: relationTypes.collect, viewer: viewer?.uid, limit: limit + 1, from }
  const rows = await sql<RawCollector>(
    db,
    `SELECT m."uid", m."name", m."verified", m."image", k."collectedDate" FROM
       (SELECT r."uid", r."creationDate" AS "collectedDate" ${where} ORDER BY r."creationDate" DESC, r."uid" DESC LIMIT :limit OFFSET :from) k
     JOIN "member" m ON m."uid" = k."uid" ORDER BY k."collectedDate" DESC, k."uid" DESC`,
    parameters,
  )
  const more = rows.length > limit
  const known = more || (rows.length === 0 && from > 0) ? null : from + rows.length
  const total = known ?? Number((await sql<{ total: number | string }>(db, `SELECT COUNT(*) AS "total" ${where}`, parameters))[0]!.total)
  return {
    results: rows.slice(0, limit).map(({ collectedDate, ...member }) => ({ ...toMemberRef(member), collectedDate })),
    next: more ? from + limit : null,
    counts: { total },
  }
}
