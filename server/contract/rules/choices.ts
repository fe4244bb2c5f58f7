/** Closed lists of options. */

/** Mail and push notification settings (A3); each is on unless it was switched off. */
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

/** Onboarding steps that a new member has not completed: confirming their data, and choosing what to follow. */
export const onboardingSteps = ['doConfirmInfo', 'doFeedOnboarding'] as const
export type Onboarding = Record<(typeof onboardingSteps)[number], boolean>

/** Social networks that can be connected (A2.5), and their display names. */
export const networks = ['facebook', 'twitter'] as const
export type Network = (typeof networks)[number]

/** Reasons for flagging a post or a comment (B9); the second is for posts only. */
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

/** Default orders that an owner can choose for a playlist (decisions 10 and 25). */
export const playlistSorts = ['top', 'recent', 'earliest', 'mostcollected', 'curated'] as const
export type PlaylistSort = (typeof playlistSorts)[number]
