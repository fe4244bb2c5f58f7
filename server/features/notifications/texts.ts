/** Texts of mails and push messages. */
import { notificationPreferencesPath, shorten, type Verb } from '#contract/index.ts'

interface Activity {
  verb: Verb
  actorName: string
  title: string
  isOwner: boolean
}

const sentences: Record<Verb, (activity: { who: string; what: string; own: boolean }) => string> = {
  comment: ({ who, what, own }) => (own ? `${who} commented on your post ${what}` : `${who} also commented on ${what}`),
  collect: ({ who, what }) => `${who} collected your post ${what}`,
  upvote: ({ who, what }) => `${who} upvoted your post ${what}`,
  mention: ({ who, what }) => `${who} mentioned you in ${what}`,
  newpost: ({ who, what }) => `${who} added ${what}`,
  repost: ({ who, what }) => `${who} reposted your post ${what}`,
  sharebead: ({ who, what }) => `${who} shared the playlist ${what} with you`,
  sharepost: ({ who, what }) => `${who} shared ${what} with you`,
  reaction_like: ({ who, what }) => `${who} liked your comment on ${what}`,
  follow: ({ who, what }) => (what === '' ? `${who} started following you` : `${who} started following your playlist ${what}`),
  invite: ({ who, what }) => `${who} invited you to the playlist ${what}`,
  moderation: () => 'An admin changed something in your account or posts',
  publish: ({ what }) => `Your playlist ${what} is published`,
  return: ({ what }) => `Your playlist ${what} needs changes before it is published`,
}

export const sentenceOf = ({ verb, actorName, title, isOwner }: Activity): string =>
  sentences[verb]({ who: shorten(actorName, 60), what: title === '' ? '' : `“${shorten(title, 80)}”`, own: isOwner })

export function mailOf({
  readerName,
  excerpt,
  href,
  publicUrl,
  ...activity
}: Activity & { readerName: string; excerpt: string; href: string; publicUrl: string }): { subject: string; text: string } {
  const sentence = sentenceOf(activity)
  const quote = excerpt === '' ? '' : `\n\n    ${shorten(excerpt, 360)}`
  return {
    subject: sentence,
    text: `Hello ${shorten(readerName, 60)},\n\n${sentence}.${quote}\n\n${publicUrl}${href}\n\nChoose which mails you get: ${publicUrl}${notificationPreferencesPath}`,
  }
}
