import { EntitySchema } from 'typeorm'
import type { AdminActionName, FlagReason, Verdict } from '#contract/index.ts'
import { count, id, instant, json, longText, text, uid } from '#db/columns.ts'

/** A flag of a post or comment by a member, kept after a dismissal: at most one per member and target. */
export interface FlagRow {
  targetId: string
  uid: string
  reason: FlagReason
  creationDate: string
}

export const FlagEntity = new EntitySchema<FlagRow>({
  name: 'flag',
  columns: { targetId: id({ primary: true }), uid: uid({ primary: true }), reason: text(60), creationDate: instant() },
  indices: [{ name: 'flag_recent', columns: ['targetId', 'creationDate', 'uid'] }],
  foreignKeys: [{ name: 'flag_member', columnNames: ['uid'], target: 'member', referencedColumnNames: ['uid'], onDelete: 'CASCADE' }],
})

/** An entry of the review queue: a flagged post or comment that still exists. */
export interface ReviewRow {
  targetId: string
  status: 'open' | 'dismissed'
  /** Flags since it was last dismissed. */
  flagCount: number
  /** Of the latest flag while it is open, of the dismissal afterwards. */
  changedDate: string
  /** Of the first flag since the last dismissal. */
  openedDate: string
}

export const ReviewEntity = new EntitySchema<ReviewRow>({
  name: 'review',
  columns: {
    targetId: id({ primary: true }),
    status: text(9),
    flagCount: count(),
    changedDate: instant(),
    openedDate: instant({ default: '' }),
  },
  indices: [{ name: 'review_opened', columns: ['status', 'openedDate', 'targetId'] }],
})

/** A decision about an item of the review queue that takes effect at `dueDate`. One per item, so that admins do not decide twice. */
export interface ReviewDecisionRow {
  targetId: string
  /** Of the playlist or post, at the time of the decision. */
  title: string
  verdict: Verdict
  reason: string | null
  /** The admin. */
  uid: string
  dueDate: string
}

export const ReviewDecisionEntity = new EntitySchema<ReviewDecisionRow>({
  name: 'review_decision',
  columns: {
    targetId: id({ primary: true }),
    title: longText(),
    verdict: text(8),
    reason: longText({ nullable: true }),
    uid: uid(),
    dueDate: instant(),
  },
  indices: [{ name: 'review_decision_uid', columns: ['uid', 'dueDate'] }],
})

/**
 * The uid and the tombstone of an account while a transaction deletes it. Triggers reject every other change of `admin_action`, so
 * that only this replacement of a uid is possible. Empty outside of such a transaction.
 */
export const ErasureEntity = new EntitySchema<{ uid: string; tombstone: string }>({
  name: 'erasure',
  columns: { uid: uid({ primary: true }), tombstone: uid() },
})

/**
 * An admin action. It outlives its target and the admin's account, and has no retention period. Triggers of the database reject UPDATE
 * and DELETE, except as described at `ErasureEntity`. A migration that recreates the table must recreate them.
 */
export interface AdminActionRow {
  id: string
  uid: string
  action: AdminActionName
  targetKind: string
  targetId: string
  detail: Record<string, unknown>
  /** The member whose account or content it concerns, if that member sees it in the account history; otherwise null. */
  subjectUid: string | null
  creationDate: string
}

export const AdminActionEntity = new EntitySchema<AdminActionRow>({
  name: 'admin_action',
  columns: {
    id: id({ primary: true }),
    uid: uid(),
    action: text(40),
    targetKind: text(10),
    targetId: text(64),
    detail: json(),
    subjectUid: uid({ nullable: true }),
    creationDate: instant(),
  },
  indices: [
    { name: 'admin_action_subject', columns: ['subjectUid', 'id'] },
    { name: 'admin_action_uid', columns: ['uid', 'id'] },
    { name: 'admin_action_target', columns: ['targetId', 'id'] },
    { name: 'admin_action_action', columns: ['action', 'id'] },
    { name: 'admin_action_both', columns: ['uid', 'action', 'id'] },
  ],
})

/**
 * A member whose uid is in the details of an admin action. By this index the deletion of an account finds those details without
 * reading the whole log.
 */
export const AdminActionMemberEntity = new EntitySchema<{ uid: string; actionId: string }>({
  name: 'admin_action_member',
  columns: { uid: uid({ primary: true }), actionId: id({ primary: true }) },
})
