/** Flags and the review queue (H3, BY14). */
import type { DataSource, EntityManager } from 'typeorm'
import type { Viewer } from '#access/viewer.ts'
import { commentFlagReasons, idKind, messages, type FlagReason, type Page } from '#contract/index.ts'
import type { Flagged } from '#contract/schemas/moderation.ts'
import { sql } from '#db/sql.ts'
import { transaction } from '#db/transaction.ts'
import { StrandError } from '#http/errors.ts'
import { emit } from '#outbox/outbox.ts'
import { toRef, type Beads, type RawMember } from '../beads/service.ts'
import type { Comments } from '../comments/service.ts'
import type { Posts } from '../posts/service.ts'
import { openPost, pageOf, type Paging } from '../social/service.ts'
import { ReviewEntity, type ReviewRow } from './entities.ts'
import { logAdminAction } from './log.ts'

export interface FlagDeps {
  db: DataSource
  beads: Beads
  posts: Posts
  comments: Comments
  now: () => number
}

export interface Flags {
  /** Idempotent per member and target. Throws `not_found`, `forbidden`, `invalid`, `conflict`. */
  flag(id: string, reason: FlagReason, viewer: Viewer): Promise<void>
  queue(paging: Paging, viewer: Viewer): Promise<Page<Flagged>>
  /** Idempotent. Throws `not_found` if the target was never flagged or is deleted. */
  dismiss(id: string, viewer: Viewer): Promise<void>
  /** Deletes the target. Throws as `dismiss`. */
  remove(id: string, viewer: Viewer): Promise<void>
}

/** Latest flags shown per entry of the queue. */
const shown = 10

const kindOf = (id: string): 'post' | 'comment' => (idKind(id) === 'post' ? 'post' : 'comment')

type RawFlag = RawMember & { targetId: string; reason: FlagReason; creationDate: string }

/** The latest flags of each target. The subquery finds the oldest one returned, so that only those few index entries are read. */
const readFlags = (db: DataSource, ids: readonly string[]): Promise<RawFlag[]> =>
  sql<RawFlag>(
    db,
    `SELECT f."targetId", f."reason", f."creationDate", m."uid", m."name", m."verified", m."image"
     FROM "review" v JOIN "flag" f ON f."targetId" = v."targetId" AND f."creationDate" >= COALESCE(
       (SELECT x."creationDate" FROM "flag" x WHERE x."targetId" = v."targetId" ORDER BY x."creationDate" DESC LIMIT 1 OFFSET ${shown - 1}), '')
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

export function createFlags({ db, beads, posts, comments, now }: FlagDeps): Flags {
  const instant = (): string => new Date(now()).toISOString()

  /** A target's playlist and creator. Throws `not_found`, `forbidden`, `conflict`. */
  async function open(id: string, viewer: Viewer): Promise<{ beadId: string; creatorUid: string }> {
    if (kindOf(id) === 'post') return openPost(db, beads, id, viewer)
    const comment = await comments.get(id, viewer)
    if (comment.deleted) throw new StrandError('conflict', messages.commentDeleted)
    const { beadId } = await openPost(db, beads, comment.postId, viewer)
    return { beadId, creatorUid: comment.creator.uid }
  }

  const exists = async (manager: EntityManager, id: string): Promise<boolean> =>
    (
      await sql(
        manager,
        `SELECT 1 AS "yes" FROM "${kindOf(id)}" WHERE "id" = :id${kindOf(id) === 'comment' ? ' AND "deletedDate" IS NULL' : ''}`,
        { id },
      )
    ).length > 0

  async function toFlagged(rows: readonly ReviewRow[], viewer: Viewer): Promise<Flagged[]> {
    const ids = rows.map(({ targetId }) => targetId)
    if (ids.length === 0) return []
    const [flags, reasons, said] = await Promise.all([
      readFlags(db, ids),
      readReasons(db, ids),
      comments.byIds(
        ids.filter((id) => kindOf(id) === 'comment'),
        viewer,
      ),
    ])
    const written = await posts.byIds(
      [...ids.filter((id) => kindOf(id) === 'post'), ...[...said.values()].map(({ postId }) => postId)],
      viewer,
    )
    return rows.flatMap(({ targetId: id, flagCount, changedDate }) => {
      const comment = said.get(id)
      const post = written.get(comment?.postId ?? id)
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
        reasons: reasons.filter(({ targetId }) => targetId === id).map(({ reason, flags: count }) => ({ reason, count: Number(count) })),
        flags: flags
          .filter(({ targetId }) => targetId === id)
          .slice(0, shown)
          .map(({ reason, creationDate, ...member }) => ({ creator: toRef(member), reason, creationDate })),
      }
    })
  }

  async function demandReview(id: string): Promise<void> {
    if (!(await db.getRepository(ReviewEntity).existsBy({ targetId: id }))) throw new StrandError('not_found')
  }

  return {
    async flag(id, reason, viewer) {
      const { beadId, creatorUid } = await open(id, viewer)
      if (viewer.isAdmin) throw new StrandError('forbidden', messages.adminsResolve)
      if (creatorUid === viewer.uid) throw new StrandError('forbidden', messages.cannotFlagOwn)
      if (kindOf(id) === 'comment' && !commentFlagReasons.includes(reason))
        throw new StrandError('invalid', messages.invalid, { reason: messages.invalid })
      await transaction(db, async (manager) => {
        // Deleting the target locks the playlist too, so that no flag of a deleted target is left.
        await beads.lock(manager, beadId)
        if (!(await exists(manager, id))) throw new StrandError('not_found')
        const added = await sql(
          manager,
          `INSERT INTO "flag" ("targetId", "uid", "reason", "creationDate") VALUES (:id, :uid, :reason, :creationDate)
           ON CONFLICT ("targetId", "uid") DO NOTHING RETURNING "uid"`,
          { id, uid: viewer.uid, reason, creationDate: instant() },
        )
        if (added.length === 0) return
        await sql(
          manager,
          `INSERT INTO "review" ("targetId", "status", "flagCount", "changedDate") VALUES (:id, 'open', 1, :changedDate)
           ON CONFLICT ("targetId") DO UPDATE SET "status" = 'open', "flagCount" = "review"."flagCount" + 1, "changedDate" = excluded."changedDate"`,
          { id, changedDate: instant() },
        )
        await emit(manager, { kind: 'flagged', entity: id, by: viewer.uid })
      })
    },

    async queue(paging, viewer) {
      const rows = await db.getRepository(ReviewEntity).find({
        where: { status: 'open' },
        order: { flagCount: 'DESC', changedDate: 'DESC', targetId: 'DESC' },
        skip: paging.from,
        take: paging.limit + 1,
      })
      const total = await db.getRepository(ReviewEntity).countBy({ status: 'open' })
      const page = pageOf(rows, paging, total, (row) => row)
      return { ...page, results: await toFlagged(page.results, viewer) }
    },

    async dismiss(id, viewer) {
      await demandReview(id)
      await transaction(db, async (manager) => {
        const before = await manager.findOneBy(ReviewEntity, { targetId: id })
        const { affected } = await manager.update(
          ReviewEntity,
          { targetId: id, status: 'open' },
          { status: 'dismissed', flagCount: 0, changedDate: instant() },
        )
        if (affected !== 1) return
        await logAdminAction(manager, {
          by: viewer.uid,
          action: 'flags.dismiss',
          target: { kind: kindOf(id), id },
          detail: { flagCount: before!.flagCount },
        })
        await emit(manager, { kind: 'flagsDismissed', entity: id, by: viewer.uid })
      })
    },

    async remove(id, viewer) {
      await demandReview(id)
      // Both log the admin action and delete the flags.
      await (kindOf(id) === 'post' ? posts.remove(id, viewer) : comments.remove(id, viewer))
    },
  }
}
