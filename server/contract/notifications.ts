/** What members can be told of (A3): the documents' verbs, and two of ours, an invitation into a playlist and that one's own was published. */
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

/** Where a member chooses what they are notified of. */
export const notificationPreferencesPath = '/preferences?tab=notifications'
