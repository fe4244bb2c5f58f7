/** How much is new, asked every ten seconds by everybody who has a page open. */
import type { DataSource } from 'typeorm'
import { sql } from '../../db/sql.ts'
import { relationTypes } from '../social/service.ts'
import { tagSource } from './backfill.ts'
import { activityKinds, type ActivityKind } from './entities.ts'
import { atInstant, type Happening, type Source } from './happenings.ts'

/** Of more than this the sources are asked one by one instead. */
const tail = 500

const { followBead, followMember, followTag } = relationTypes
const { newpost, taggedbead } = activityKinds

interface RawNews { at: string; kind: ActivityKind; subject: string; source: string; type: Source['type']; id: string }

/**
 * Pages ask again and again about the last minutes: of the whole site's log so little is younger that
 * reading it from its end is cheaper than asking each source. Null where it is not.
 */
export async function latestNews(db: DataSource, uid: string, since: number): Promise<Happening[] | null> {
  const low = `x${atInstant(since)}`
  const [beyond] = await sql(db, 'SELECT 1 AS "more" FROM "activity" WHERE "id" >= :low ORDER BY "id" LIMIT 1 OFFSET :tail', { low, tail })
  if (beyond) return null
  const of = (type: number): string => `JOIN "relation" r ON r."uid" = :uid AND r."type" = ${type}`
  const columns = 'substr(a."id", 2) AS "at", a."kind", a."subject", a."source"'
  const lately = 'a."id" >= :low AND a."source" <> :uid'
  const rows = await sql<RawNews>(
    db,
    `SELECT ${columns}, 'member' AS "type", r."entity" AS "id" FROM "activity" a ${of(followMember)} AND r."entity" = a."source" WHERE ${lately}
     UNION ALL
     SELECT ${columns}, 'bead', r."entity" FROM "activity" a JOIN "post" p ON p."id" = a."subject"
       ${of(followBead)} AND r."entity" = p."beadId" WHERE ${lately} AND a."kind" = ${newpost}
     UNION ALL
     SELECT ${columns}, 'tag', r."entity" FROM "activity" a JOIN "post_tag" t ON t."postId" = a."subject" AND t."isDraft" = FALSE
       ${of(followTag)} AND r."entity" = t."tagKey" WHERE ${lately} AND a."kind" = ${newpost}
     UNION ALL
     SELECT ${columns}, 'tag', r."entity" FROM "activity" a
       ${of(followTag)} AND '${tagSource('')}' || r."entity" = a."source" WHERE ${lately} AND a."kind" = ${taggedbead}
     ORDER BY 1 DESC`,
    { uid, low },
  )
  return rows.map(({ at, kind, subject, type, id }) => ({ at, kind, subject, source: { type, id } }))
}
