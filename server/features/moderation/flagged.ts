/** Flagged posts and comments, with their flags. */
import type { DataSource } from 'typeorm'
import type { Viewer } from '#access/viewer.ts'
import type { FlagReason } from '#contract/index.ts'
import type { FlagSummary } from '#contract/schemas/adminContent.ts'
import type { Flagged } from '#contract/schemas/moderation.ts'
import { sql } from '#db/sql.ts'
import { toMemberRef, type RawMember } from '../accounts/service.ts'
import type { Comments } from '../comments/service.ts'
import type { Posts } from '../posts/service.ts'
import { ReviewEntity, type ReviewRow } from './entities.ts'
import { kindOf } from './flagTargets.ts'

export interface FlaggedDeps {
  db: DataSource
  posts: Pick<Posts, 'byIds'>
  comments: Pick<Comments, 'byIds'>
}

/** Latest flags shown per entry of the queue. */
const maxShownFlags = 10

type RawFlag = RawMember & { targetId: string; reason: FlagReason; creationDate: string }

/** The latest flags of each target. The subquery finds the oldest one returned, so that only those few index entries are read. */
const readFlags = (db: DataSource, ids: readonly string[]): Promise<RawFlag[]> =>
  sql<RawFlag>(
    db,
    `SELECT f."targetId", f."reason", f."creationDate", m."uid", m."name", m."verified", m."image"
     FROM "review" v JOIN "flag" f ON f."targetId" = v."targetId" AND f."creationDate" >= COALESCE(
       (SELECT x."creationDate" FROM "flag" x WHERE x."targetId" = v."targetId" ORDER BY x."creationDate" DESC LIMIT 1 OFFSET ${maxShownFlags - 1}), '')
     JOIN "member" m ON m."uid" = f."uid" WHERE v."targetId" IN (:...ids) ORDER BY f."creationDate" DESC, f."uid" DESC`,
    { ids },
  )

const readReasons = (db: DataSource, ids: readonly string[]): Promise<{ targetId: string; reason: FlagReason; flags: number | string }[]> =>
  sql(
    db,
    `SELECT "targetId", "reason", COUNT(*) AS "flags" FROM "flag" WHERE "targetId" IN (:...ids)
     GROUP BY "targetId", "reason" ORDER BY COUNT(*) DESC, "reason"`,
    { ids },
  )

/** The reasons and latest flags of each target. */
async function readSummaries(db: DataSource, ids: readonly string[]): Promise<(id: string) => Pick<FlagSummary, 'reasons' | 'flags'>> {
  const [flags, reasons] = await Promise.all([readFlags(db, ids), readReasons(db, ids)])
  return (id) => ({
    reasons: reasons.filter(({ targetId }) => targetId === id).map(({ reason, flags: count }) => ({ reason, count: Number(count) })),
    flags: flags
      .filter(({ targetId }) => targetId === id)
      .slice(0, maxShownFlags)
      .map(({ reason, creationDate, ...member }) => ({ creator: toMemberRef(member), reason, creationDate })),
  })
}

/** The flags of a post or comment, also dismissed ones; null if it was never flagged. */
export async function readFlagSummary(db: DataSource, id: string): Promise<FlagSummary | null> {
  const row = await db.getRepository(ReviewEntity).findOneBy({ targetId: id })
  if (row === null) return null
  const { status, flagCount, changedDate } = row
  return { status, flagCount, changedDate, ...(await readSummaries(db, [id]))(id) }
}

/** The flagged entities of `rows`, in their order, without those that no longer exist. */
export async function toFlagged({ db, posts, comments }: FlaggedDeps, rows: readonly ReviewRow[], viewer: Viewer): Promise<Flagged[]> {
  const ids = rows.map(({ targetId }) => targetId)
  if (ids.length === 0) return []
  const [summaryOf, commentById] = await Promise.all([
    readSummaries(db, ids),
    comments.byIds(
      ids.filter((id) => kindOf(id) === 'comment'),
      viewer,
    ),
  ])
  const postById = await posts.byIds(
    [...ids.filter((id) => kindOf(id) === 'post'), ...[...commentById.values()].map(({ postId }) => postId)],
    viewer,
  )
  return rows.flatMap(({ targetId: id, flagCount, changedDate }) => {
    const comment = commentById.get(id)
    const post = postById.get(comment?.postId ?? id)
    // The target is being deleted concurrently.
    if (!post) return []
    return {
      _id: id,
      id,
      kind: kindOf(id),
      post,
      comment,
      flagCount,
      flaggedDate: changedDate,
      ...summaryOf(id),
    }
  })
}
