/** Flags, and what admins decide about them (H3, BY14). */
import type { DataSource } from 'typeorm'
import type { Viewer } from '#access/viewer.ts'
import { commentFlagReasons, messages, type FlagReason } from '#contract/index.ts'
import { sql } from '#db/sql.ts'
import { transaction } from '#db/transaction.ts'
import { StrandError } from '#http/errors.ts'
import { emit } from '#outbox/outbox.ts'
import type { Beads } from '../beads/service.ts'
import type { Comments } from '../comments/service.ts'
import type { Posts } from '../posts/service.ts'
import { ReviewEntity } from './entities.ts'
import { kindOf, openTarget, targetExists } from './flagTargets.ts'
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
  /** Idempotent. Throws `not_found` if the target was never flagged or is deleted. */
  dismiss(id: string, viewer: Viewer): Promise<void>
  /** Deletes the target. Throws as `dismiss`. */
  remove(id: string, viewer: Viewer, reason?: string | null): Promise<void>
}

export function createFlags({ db, beads, posts, comments, now }: FlagDeps): Flags {
  const instant = (): string => new Date(now()).toISOString()

  async function demandReview(id: string): Promise<void> {
    if (!(await db.getRepository(ReviewEntity).existsBy({ targetId: id }))) throw new StrandError('not_found')
  }

  return {
    async flag(id, reason, viewer) {
      const { beadId, creatorUid } = await openTarget({ db, beads, comments }, id, viewer)
      if (viewer.isAdmin) throw new StrandError('forbidden', messages.adminsResolve)
      if (creatorUid === viewer.uid) throw new StrandError('forbidden', messages.cannotFlagOwn)
      if (kindOf(id) === 'comment' && !commentFlagReasons.includes(reason))
        throw new StrandError('invalid', messages.invalid, { reason: messages.invalid })
      await transaction(db, async (manager) => {
        // Deleting the target locks the playlist too, so that no flag of a deleted target is left.
        await beads.lock(manager, beadId)
        if (!(await targetExists(manager, id))) throw new StrandError('not_found')
        const added = await sql(
          manager,
          `INSERT INTO "flag" ("targetId", "uid", "reason", "creationDate") VALUES (:id, :uid, :reason, :creationDate)
           ON CONFLICT ("targetId", "uid") DO NOTHING RETURNING "uid"`,
          { id, uid: viewer.uid, reason, creationDate: instant() },
        )
        if (added.length === 0) return
        await sql(
          manager,
          `INSERT INTO "review" ("targetId", "status", "flagCount", "changedDate", "openedDate") VALUES (:id, 'open', 1, :changedDate, :changedDate)
           ON CONFLICT ("targetId") DO UPDATE SET "status" = 'open', "flagCount" = "review"."flagCount" + 1, "changedDate" = excluded."changedDate",
             "openedDate" = CASE WHEN "review"."status" = 'open' THEN "review"."openedDate" ELSE excluded."openedDate" END`,
          { id, changedDate: instant() },
        )
        await emit(manager, { kind: 'flagged', entity: id, by: viewer.uid })
      })
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

    async remove(id, viewer, reason) {
      await demandReview(id)
      // Both log the admin action and delete the flags.
      await (kindOf(id) === 'post' ? posts.remove(id, viewer, reason) : comments.remove(id, viewer, reason))
    },
  }
}
