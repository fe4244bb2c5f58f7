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
  'member.privileges',
  'mail.read',
] as const

export type AdminActionName = (typeof adminActions)[number]
