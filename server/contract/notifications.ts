/**
 * Notification verbs (A3): those of the documents, and two of ours: an invitation to a playlist, and the publication of one's own draft.
 */
export const verbs = [
  'comment',
  'collect',
  'upvote',
  'mention',
  'newpost',
  'repost',
  'sharebead',
  'sharepost',
  'reaction_like',
  'follow',
  'invite',
  'publish',
] as const
export type Verb = (typeof verbs)[number]

/** The address of the notification settings. */
export const notificationPreferencesPath = '/preferences?tab=notifications'
