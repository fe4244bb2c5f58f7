/** What there is to choose from. */

/** What a member may be told of by mail and by push message (A3), each unless it was switched off. */
export const emailPrefNames = [
  'onDigest',
  'onDigestDaily',
  'onFollow',
  'onRepost',
  'onPostComments',
  'onCommentComments',
  'onPostWithMention',
  'onCommentWithMention',
  'onCollectVerified',
  'onFacebookFriend',
  'onTwitterFriend',
] as const
export const pushPrefNames = [
  'onCollect',
  'onFollow',
  'onRepost',
  'onPostComments',
  'onCommentComments',
  'onPostWithMention',
  'onCommentWithMention',
  'onFacebookFriend',
  'onTwitterFriend',
] as const
export type EmailPrefs = Record<(typeof emailPrefNames)[number], boolean>
export type PushPrefs = Record<(typeof pushPrefNames)[number], boolean>

/** What a new member is still to be asked: whether what is known of them is right, and what they would like to follow. */
export const onboardingSteps = ['doConfirmInfo', 'doFeedOnboarding'] as const
export type Onboarding = Record<(typeof onboardingSteps)[number], boolean>

/** Social networks whose accounts can be connected (A2.5), and what a person calls them. */
export const networks = ['facebook', 'twitter'] as const
export type Network = (typeof networks)[number]

/** What a post or a comment may be flagged for (B9); the second is for posts alone. */
export const flagReasons = [
  'Spam',
  'Does not belong in this playlist',
  'Dead link',
  'Sexually explicit or pornography',
  'Attacks a group or individual',
  'Graphic violence',
] as const
export type FlagReason = (typeof flagReasons)[number]
export const commentFlagReasons: readonly FlagReason[] = flagReasons.filter((reason) => reason !== 'Does not belong in this playlist')

/** Orders of a playlist's posts that its owner can choose (decisions 10 and 25). */
export const playlistSorts = ['top', 'recent', 'earliest', 'mostcollected', 'curated'] as const
export type PlaylistSort = (typeof playlistSorts)[number]
