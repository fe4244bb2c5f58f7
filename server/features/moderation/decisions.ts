/**
 * Decisions about items of the review queue (BY14, B11). A decision takes effect after `undoMs`, in the outbox, so that it can be undone and
 * survives a restart. Publishing and deleting themselves cannot be undone.
 */
import { MoreThan, type DataSource, type EntityManager } from 'typeorm'
import { isActiveAdmin } from '#access/admins.ts'
import type { Viewer } from '#access/viewer.ts'
import { messages, undoMs, verdicts, type Verdict } from '#contract/index.ts'
import type { Decision } from '#contract/schemas/moderation.ts'
import { idKind } from '#contract/ids.ts'
import { bool, parsed, sql, type RawBoolean } from '#db/sql.ts'
import { transaction } from '#db/transaction.ts'
import { StrandError } from '#http/errors.ts'
import { emit, type Consumer } from '#outbox/outbox.ts'
import { grantedPrivileges } from '../accounts/service.ts'
import type { Beads } from '../beads/service.ts'
import { ReviewDecisionEntity, type ReviewDecisionRow } from './entities.ts'
import type { Flags } from './flags.ts'
import { logAdminAction } from './log.ts'
import { overdueMs } from './reviewQueue.ts'

interface DecisionDeps {
  db: DataSource
  beads: Pick<Beads, 'publish' | 'returnDraft' | 'remove'>
  flags: Pick<Flags, 'dismiss' | 'remove'>
  now: () => number
}

export interface Decisions {
  /** Throws `not_found`, `invalid` for a verdict about another kind of item, and `conflict` if the item is decided. */
  decide(id: string, input: { verdict: Verdict; reason?: string | undefined }, viewer: Viewer): Promise<Decision>
  /** Throws `conflict` if the decision has taken effect, or is another admin's. */
  undo(id: string, viewer: Viewer): Promise<void>
  /** The viewer's decisions that can still be undone, latest first. */
  pending(viewer: Viewer): Promise<Decision[]>
  consumer: Consumer
}

const columns = '"targetId", "title", "verdict", "reason", "uid", "dueDate"'

const toDecision = ({ targetId, title, verdict, reason, dueDate }: ReviewDecisionRow, now: number): Decision => ({
  id: targetId,
  title,
  verdict,
  reason,
  dueDate,
  remainingMs: Math.max(0, Date.parse(dueDate) - now),
})

const queries = {
  bead: 'SELECT "title" FROM "bead" WHERE "id" = :id AND "isDraft" = TRUE AND "submittedDate" IS NOT NULL',
  post: `SELECT p."title" FROM "review" r JOIN "post" p ON p."id" = r."targetId" WHERE r."targetId" = :id AND r."status" = 'open'`,
  comment: `SELECT p."title" FROM "review" r JOIN "comment" c ON c."id" = r."targetId" JOIN "post" p ON p."id" = c."postId"
    WHERE r."targetId" = :id AND r."status" = 'open'`,
} as const

/** The title of an item that waits for a decision; of a comment, the title of its post. Null for anything else. */
async function readWaiting(db: DataSource | EntityManager, id: string): Promise<string | null> {
  const [item] = await sql<{ title: string }>(db, queries[idKind(id)!], { id })
  return item?.title ?? null
}

/** Why a decision has no effect: its admin lost the role or is suspended, or the item no longer waits. A deleted account drops its own. */
type DropCause = 'role' | 'suspended' | 'resolved'

/** Errors that a retry does not change. */
const lastingErrors: readonly string[] = ['not_found', 'forbidden', 'conflict', 'invalid']

async function carryOut(
  { beads, flags }: DecisionDeps,
  { targetId: id, verdict, reason }: ReviewDecisionRow,
  viewer: Viewer,
): Promise<void> {
  if (verdict === 'publish') await beads.publish(id, viewer)
  else if (verdict === 'return') await beads.returnDraft(id, reason ?? '', viewer)
  else if (verdict === 'dismiss') await flags.dismiss(id, viewer)
  else if (idKind(id) === 'bead') await beads.remove(id, viewer, reason)
  else await flags.remove(id, viewer, reason)
}

/** Why a member has no admin rights. */
async function causeOf({ db }: DecisionDeps, uid: string): Promise<DropCause> {
  const [row] = await sql<{ isAdmin: RawBoolean }>(db, 'SELECT "isAdmin" FROM "member" WHERE "uid" = :uid', { uid })
  return row && bool(row.isAdmin) ? 'suspended' : 'role'
}

/** Null if the member has lost the rights since. */
async function readAdmin({ db, now }: DecisionDeps, uid: string): Promise<Viewer | null> {
  const [row] = await sql<{ privileges: string }>(
    db,
    `SELECT m."privileges" FROM "member" m WHERE m."uid" = :uid AND ${isActiveAdmin('m')}`,
    { uid, now: new Date(now()).toISOString() },
  )
  return row ? { uid, isAdmin: true, privileges: grantedPrivileges({ privileges: parsed(row.privileges) }), hides: false } : null
}

/** Whether an interrupted attempt has carried out the decision: the log has its action after the decision itself. */
async function isCarriedOut({ db }: DecisionDeps, { targetId, uid, verdict }: ReviewDecisionRow): Promise<boolean> {
  const action = verdict === 'dismiss' ? 'flags.dismiss' : `${idKind(targetId)}.${verdict}`
  const rows = await sql(
    db,
    `SELECT 1 FROM "admin_action" a WHERE a."targetId" = :targetId AND a."uid" = :uid AND a."action" = :action AND a."id" >
       (SELECT MAX(d."id") FROM "admin_action" d WHERE d."targetId" = :targetId AND d."action" = 'review.decide') LIMIT 1`,
    { targetId, uid, action },
  )
  return rows.length > 0
}

/** Returns why the decision has no effect, or null if it took effect. Throws errors that a retry can change. */
async function attempt(deps: DecisionDeps, decision: ReviewDecisionRow): Promise<DropCause | null> {
  if (await isCarriedOut(deps, decision)) return null
  const admin = await readAdmin(deps, decision.uid)
  if (!admin) return causeOf(deps, decision.uid)
  if ((await readWaiting(deps.db, decision.targetId)) === null) return 'resolved'
  try {
    await carryOut(deps, decision, admin)
    return null
  } catch (error) {
    if (error instanceof StrandError && lastingErrors.includes(error.code)) return 'resolved'
    throw error
  }
}

export function createDecisions(deps: DecisionDeps): Decisions {
  const { db, now } = deps
  const after = (ms: number): string => new Date(now() + ms).toISOString()

  /**
   * Removes the decision even if it has no effect: its admin has lost the role or was suspended, the item was deleted, another
   * admin resolved it elsewhere, or an interrupted attempt did. Except for the last case, the log says so. Other failures
   * leave the decision for a retry.
   */
  async function takeEffect(id: string): Promise<void> {
    const [decision] = await sql<ReviewDecisionRow>(
      db,
      `SELECT ${columns} FROM "review_decision" WHERE "targetId" = :id AND "dueDate" <= :now`,
      {
        id,
        now: after(0),
      },
    )
    if (!decision) return
    const dropped = await attempt(deps, decision)
    await transaction(db, async (manager) => {
      const { affected } = await manager.delete(ReviewDecisionEntity, { targetId: id, dueDate: decision.dueDate })
      if (dropped === null || affected === 0) return
      const { uid: by, title, verdict } = decision
      await logAdminAction(manager, {
        by,
        action: 'review.drop',
        target: { kind: idKind(id)!, id },
        detail: { title, verdict, cause: dropped },
      })
    })
  }

  return {
    decide: (id, { verdict, reason = null }, viewer) =>
      transaction(db, async (manager) => {
        const kind = idKind(id)!
        if (!(verdicts[kind] as readonly Verdict[]).includes(verdict))
          throw new StrandError('invalid', messages.invalid, { verdict: messages.invalid })
        if (verdict === 'return' && !reason)
          throw new StrandError('invalid', messages.returnReasonRequired, { reason: messages.returnReasonRequired })
        const title = await readWaiting(manager, id)
        if (title === null) throw new StrandError('not_found', messages.notInReview)
        const decision: ReviewDecisionRow = {
          targetId: id,
          title,
          verdict,
          reason: reason || null,
          uid: viewer.uid,
          dueDate: after(undoMs),
        }
        const added = await sql(
          manager,
          `INSERT INTO "review_decision" (${columns}) VALUES (:targetId, :title, :verdict, :reason, :uid, :dueDate)
           ON CONFLICT ("targetId") DO UPDATE SET "title" = excluded."title", "verdict" = excluded."verdict", "reason" = excluded."reason",
             "uid" = excluded."uid", "dueDate" = excluded."dueDate" WHERE "review_decision"."dueDate" <= :overdue RETURNING "targetId"`,
          { ...decision, overdue: after(-overdueMs) },
        )
        if (added.length === 0) throw new StrandError('conflict', messages.alreadyDecided)
        await logAdminAction(manager, {
          by: viewer.uid,
          action: 'review.decide',
          target: { kind, id },
          detail: { title, verdict, ...(decision.reason !== null && { reason: decision.reason }) },
        })
        await emit(manager, { kind: 'reviewDecided', entity: id, by: viewer.uid }, undoMs)
        return toDecision(decision, now())
      }),

    undo: (id, viewer) =>
      transaction(db, async (manager) => {
        const undoable = { targetId: id, uid: viewer.uid, dueDate: MoreThan(after(0)) }
        const decision = await manager.findOneBy(ReviewDecisionEntity, undoable)
        const { affected } = await manager.delete(ReviewDecisionEntity, undoable)
        if (!decision || affected !== 1) throw new StrandError('conflict', messages.cannotUndo)
        await logAdminAction(manager, {
          by: viewer.uid,
          action: 'review.undo',
          target: { kind: idKind(id)!, id },
          detail: { title: decision.title },
        })
      }),

    async pending(viewer) {
      const rows = await sql<ReviewDecisionRow>(
        db,
        `SELECT ${columns} FROM "review_decision" WHERE "uid" = :uid AND "dueDate" > :now ORDER BY "dueDate" DESC`,
        { uid: viewer.uid, now: after(0) },
      )
      return rows.map((row) => toDecision(row, now()))
    },

    consumer: {
      name: 'moderation.decisions',
      kinds: ['reviewDecided'],
      send: async (fact) => {
        if (fact.kind === 'reviewDecided') await takeEffect(fact.entity)
      },
    },
  }
}
