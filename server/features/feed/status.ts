/**
 * Reads the latest activities for the number of new items (`news.ts`), which every open page polls every ten seconds.
 */
import type { DataSource } from 'typeorm'
import { hiddenText, sql } from '#db/sql.ts'
import { relationTypes } from '../relations/service.ts'
import { tagSource } from './backfill.ts'
import { activityKinds, type ActivityKind } from './entities.ts'
import { atInstant, type Activity, type Source } from './activities.ts'

/** Maximum number of log rows read here. If there are more, `news.ts` reads the feed instead. */
const tail = 500

const { followBead, followMember, followTag } = relationTypes
const { newpost, taggedbead } = activityKinds

interface RawNews {
  at: string
  kind: ActivityKind
  subject: string
  type: Source['type']
  id: string
}

/**
 * The activities since an instant (ms since 1970) in what the member follows, latest first, without own ones. Null if the site has had
 * too many since.
 */
export type LatestNews = (uid: string, since: number) => Promise<Activity[] | null>

/**
 * A poll covers only the last minutes, which are few rows at the end of the log: filtering them by relations is cheaper than looking up
 * each followed source.
 */
export function createLatestNews(db: DataSource): LatestNews {
  /** There are too many rows since this id, and so there are since every earlier one. */
  let crowded = ''

  async function isCrowded(low: string): Promise<boolean> {
    if (low <= crowded) return true
    const statement = `SELECT 1 AS "more" FROM "activity" WHERE "id" >= ${hiddenText(db, 'low')} ORDER BY "id" LIMIT 1 OFFSET ${tail}`
    if ((await sql(db, statement, { low })).length === 0) return false
    if (low > crowded) crowded = low
    return true
  }

  return async (uid, since) => {
    const low = `x${atInstant(since)}`
    return (await isCrowded(low)) ? null : readNews(db, uid, low)
  }
}

async function readNews(db: DataSource, uid: string, low: string): Promise<Activity[]> {
  // SQLite does not reorder a CROSS JOIN: it must not begin with the member's relations, of which there may be
  // thousands.
  const news = (source: Source['type'], type: number, through: string, condition: string): string =>
    `SELECT substr(a."id", 2) AS "at", a."kind", a."subject", '${source}' AS "type", r."entity" AS "id"
     FROM (SELECT * FROM "activity" WHERE "id" >= :low ORDER BY "id" LIMIT ${tail}) a ${through} CROSS JOIN "relation" r
     WHERE a."source" <> :uid AND r."uid" = :uid AND r."type" = ${type} AND ${condition}`
  const rows = await sql<RawNews>(
    db,
    `${news('member', followMember, '', 'r."entity" = a."source"')}
     UNION ALL
     ${news('bead', followBead, 'CROSS JOIN "post" p', `a."kind" = ${newpost} AND p."id" = a."subject" AND r."entity" = p."beadId"`)}
     UNION ALL
     ${news('tag', followTag, 'CROSS JOIN "post_tag" t', `a."kind" = ${newpost} AND t."postId" = a."subject" AND t."isDraft" = FALSE AND r."entity" = t."tagKey"`)}
     UNION ALL
     ${news('tag', followTag, '', `a."kind" = ${taggedbead} AND a."source" LIKE '${tagSource('')}%' AND r."entity" = substr(a."source", 2)`)}
     ORDER BY 1 DESC`,
    { uid, low },
  )
  return rows.map(({ at, kind, subject, type, id }) => ({ at, kind, subject, source: { type, id } }))
}
