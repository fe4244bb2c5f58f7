/** What members can be told of (A3), and which preference says whether by mail or push too. */

/** The documents' verbs, and two of ours: an invitation into a playlist, and that one's own was published. */
export const verbs = [
  'comment', 'collect', 'upvote', 'mention', 'newpost', 'repost', 'sharebead', 'sharepost', 'reaction_like', 'follow', 'invite', 'publish',
] as const
export type Verb = (typeof verbs)[number]

/** Each is on unless it is explicitly false (A3). */
export const emailPrefs = [
  'onDigest', 'onDigestDaily', 'onFollow', 'onRepost', 'onPostComments', 'onCommentComments', 'onPostWithMention', 'onCommentWithMention',
  'onCollectVerified', 'onFacebookFriend', 'onTwitterFriend',
] as const
export type EmailPref = (typeof emailPrefs)[number]

export const pushPrefs = [
  'onCollect', 'onFollow', 'onRepost', 'onPostComments', 'onCommentComments', 'onPostWithMention', 'onCommentWithMention', 'onFacebookFriend',
  'onTwitterFriend',
] as const
export type PushPref = (typeof pushPrefs)[number]
