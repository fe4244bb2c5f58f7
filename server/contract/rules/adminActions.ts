/** Decisions about items of the review queue: of playlists under review, and of flagged posts and comments. */
export const verdicts = { bead: ['publish', 'return', 'delete'], post: ['dismiss', 'delete'], comment: ['dismiss', 'delete'] } as const
export type Verdict = (typeof verdicts)['bead' | 'post' | 'comment'][number]

/** How long a decision can be undone before it takes effect (ms). */
export const undoMs = 30_000

/** What the admin log records: the kind of the target, and the verb. */
export const adminActions = [
  'post.delete',
  'post.edit',
  'post.partner',
  'comment.delete',
  'bead.delete',
  'bead.edit',
  'bead.publish',
  'bead.return',
  'bead.curator',
  'bead.feature',
  'bead.day',
  'bead.dayRemove',
  'flags.dismiss',
  'review.decide',
  'review.undo',
  'review.drop',
  'member.privileges',
  'member.suspend',
  'member.unsuspend',
  'member.sessions',
  'member.removal',
  'mail.read',
  'readonly.on',
  'readonly.off',
  'announcement.create',
  'announcement.edit',
  'announcement.end',
  'outbox.retry',
  'job.run',
  'links.check',
  'repair.accept',
  'repair.undo',
  'repair.reject',
  'repair.unreject',
] as const

/** Actions that the member concerned sees in the account history. Steps of the review and flags are internal. */
export const historyActions = [
  'post.delete',
  'post.edit',
  'comment.delete',
  'bead.delete',
  'bead.edit',
  'bead.publish',
  'bead.return',
  'bead.curator',
  'bead.feature',
  'bead.day',
  'bead.dayRemove',
  'member.privileges',
  'member.suspend',
  'member.unsuspend',
  'member.sessions',
  'member.removal',
  'repair.accept',
  'repair.undo',
] as const satisfies readonly (typeof adminActions)[number][]
export type HistoryAction = (typeof historyActions)[number]

export type AdminActionName = (typeof adminActions)[number]
