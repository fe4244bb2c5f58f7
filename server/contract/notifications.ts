/**
 * Notification verbs (A3): those of the documents, and four of ours: an invitation to a playlist, the publication and the return of one's
 * own draft, and an admin's action on one's account or content.
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
  'moderation',
  'return',
] as const
export type Verb = (typeof verbs)[number]

/** The address of the account history: what admins did to the account and its content, and why. */
export const accountHistoryPath = '/preferences?tab=history'

/** The address of the notification settings. */
export const notificationPreferencesPath = '/preferences?tab=notifications'
