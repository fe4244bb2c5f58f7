import { n } from './number.ts'

/**
 * A sentence in parts: `who` and `what` are elements, and each language determines their order. `own`: whether the post
 * is by the recipient.
 */
type Sentence = <P>(who: P, what: P, own: boolean) => (string | P)[]

export const notifications = {
  title: 'Notifications',
  some: (fresh: number) => `Notifications, ${n(fresh)} new`,
  arrived: (fresh: number) => (fresh === 1 ? '1 new notification' : `${n(fresh)} new notifications`),
  none: 'You have no notifications, yet!',
  failed: "Your notifications couldn't be loaded.",
  seeAll: 'See all',
  unseen: 'New',
  verbs: {
    comment: (who, what, own) => (own ? [who, ' commented on your post ', what] : [who, ' also commented on ', what]),
    collect: (who, what) => [who, ' collected your post ', what],
    upvote: (who, what) => [who, ' upvoted your post ', what],
    mention: (who, what) => [who, ' mentioned you in ', what],
    newpost: (who, what) => [who, ' added ', what],
    repost: (who, what) => [who, ' reposted your post ', what],
    sharebead: (who, what) => [who, ' shared the playlist ', what, ' with you'],
    sharepost: (who, what) => [who, ' shared ', what, ' with you'],
    reaction_like: (who, what) => [who, ' liked your comment on ', what],
    reaction: (who, what) => [who, ' reacted to your comment on ', what],
    followMember: (who) => [who, ' started following you'],
    follow: (who, what) => [who, ' started following your playlist ', what],
    invite: (who, what) => [who, ' invited you to the playlist ', what],
    moderation: () => ['An admin changed something in your account or posts. See what, and why.'],
    publish: (_, what) => ['Your playlist ', what, ' is published'],
    return: (_, what) => ['Your playlist ', what, ' needs changes before it is published'],
  } satisfies Record<string, Sentence>,
}
