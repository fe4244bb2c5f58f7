import type { HistoryAction } from '#contract/rules.ts'
import { n as written } from './number.ts'

/** What admins did to the own account, and the notice about a suspension. */
export const accountHistory = {
  heading: 'Account history',
  text: 'What admins did to your account, posts, comments and playlists, and why.',
  none: 'No admin has changed anything.',
  loading: 'Loading your account history…',
  suspendedTitle: 'Your account is suspended',
  until: (date: string) => `Until ${date}.`,
  endless: 'Until further notice.',
  allowed: 'You can read, but not change anything.',
  reason: (reason: string) => `Reason: ${reason}`,
  noReason: 'No reason given.',
  details: 'Account history',
  granted: (names: string) => `Granted: ${names}`,
  revoked: (names: string) => `Revoked: ${names}`,
  contents: ({ posts, comments, beads }: { posts: number; comments: number; beads: number }) =>
    `Posts: ${written(posts)}, comments: ${written(comments)}, playlists: ${written(beads)}`,
  /** By their names in the API. */
  actions: {
    'post.delete': 'Your post was deleted',
    'post.edit': 'Your post was edited',
    'comment.delete': 'Your comment was deleted',
    'bead.delete': 'Your playlist was deleted',
    'bead.edit': 'Your playlist was edited',
    'bead.publish': 'Your playlist was published',
    'bead.return': 'Your playlist was returned to you',
    'bead.curator': 'The featured curator of your playlist was changed',
    'bead.feature': 'The featured post of your playlist was changed',
    'bead.day': 'Your playlist became the Bead of the Day',
    'bead.dayRemove': 'Your playlist is no longer the Bead of the Day',
    'member.privileges': 'Your privileges were changed',
    'member.suspend': 'Your account was suspended',
    'member.unsuspend': 'Your suspension was lifted',
    'member.sessions': 'You were signed out everywhere',
    'member.removal': 'Your content was removed',
    'repair.accept': 'The dead link of your post was replaced',
    'repair.undo': 'The previous link of your post was restored',
  } satisfies Record<HistoryAction, string>,
  /** Names of privileges and roles, by their names in the API. */
  rights: {
    canComment: 'comment',
    canCreateBead: 'create playlists',
    canCreateDraftBead: 'create drafts and paste image addresses',
    canFollow: 'follow',
    canPost: 'post',
    canCreatePost: 'create posts',
    verified: 'verified',
    isAdmin: 'admin',
  } as Readonly<Record<string, string>>,
}
