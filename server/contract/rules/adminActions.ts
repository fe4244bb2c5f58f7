/** Decisions about items of the review queue: of playlists under review, and of flagged posts and comments. */
export const verdicts = { bead: ['publish', 'delete'], post: ['dismiss', 'delete'], comment: ['dismiss', 'delete'] } as const
export type Verdict = (typeof verdicts)['bead' | 'post' | 'comment'][number]

/** How long a decision can be undone before it takes effect (ms). */
export const undoMs = 30_000

/** What the admin log records: the kind of the target, and the verb. */
export const adminActions = [
  'post.delete',
  'post.edit',
  'comment.delete',
  'bead.delete',
  'bead.edit',
  'bead.publish',
  'bead.curator',
  'bead.day',
  'flags.dismiss',
  'review.decide',
  'review.undo',
  'member.privileges',
  'mail.read',
] as const

export type AdminActionName = (typeof adminActions)[number]
