import { messages } from '#contract/messages.ts'
import type { AdminContent } from '#contract/schemas/adminContent.ts'
import { n as written } from './number.ts'

type Kind = AdminContent['kind']

/** Playlists, posts and comments on the admin page. */
export const adminContent = {
  lookup: 'Playlist, post or comment',
  lookupHint: 'An id, or a link to a page, widget or feed.',
  problems: {
    empty: 'Enter an id or a link.',
    noId: 'This is neither a link nor an id. An id has 18 characters and begins with b, p or c.',
    noContent: 'This link leads to no playlist, post or comment.',
  },
  otherSite: (host: string) => `This link leads to ${host}, not to this site.`,
  isMember: 'This link leads to a member.',
  toMember: (uid: string) => `Open ${uid} under Members`,
  missing: 'Not found',
  missingText: 'There is no playlist, post or comment with this id. It may have been deleted.',
  toLog: 'Look it up in the admin log',

  kinds: { bead: 'Playlist', post: 'Post', comment: 'Comment' } satisfies Record<Kind, string>,
  states: {
    published: 'Published',
    draft: 'Draft',
    review: 'Under review',
    returned: 'Returned to its author',
    deleted: 'Deleted',
  } satisfies Record<AdminContent['state'], string>,
  facts: {
    state: 'State',
    by: 'By',
    created: 'Created',
    submitted: 'Submitted',
    edited: 'Edited',
    access: 'Who can post',
    open: 'Everyone',
    feed: 'No member (feed)',
    personal: (n: number) =>
      n === 0 ? 'Its author only' : n === 1 ? 'Its author and 1 invited member' : `Its author and ${written(n)} invited members`,
    reason: 'Reason',
    posts: 'Posts',
    followers: 'Followers',
    shares: 'Shares',
    category: 'Category',
    tags: 'Tags',
    playlist: 'Playlist',
    post: 'Post',
    medium: 'Media',
    dead: 'The link is dead.',
    repostOf: 'Repost of',
    original: 'the original',
    collects: 'Collects',
    upvotes: 'Upvotes',
    comments: 'Comments',
    plays: 'Plays',
    likes: 'Likes',
    id: 'Id',
  },
  manageMember: (name: string) => `Member page of ${name}`,

  curator: 'Featured curator',
  curatorIs: 'Shown first among the curators:',
  curatorNone: 'No curator is featured.',
  // As in `beadActs`: a section that both use would be a file of its own, which pages for members load.
  curatorField: 'Username',
  curatorHint: 'Leave empty for none.',
  submitCurator: 'Submit',
  curatorFailed: "Bummer, didn't work.",
  curatorDone: 'All good. Remember to refresh.',

  featuredPost: 'Featured post',
  featuredIs: 'First in the playlist:',
  featuredThis: 'This post is first in its playlist.',
  featuredNone: 'No post is featured.',
  featuredText: 'It is first on the page of the playlist, marked “Featured”, and plays first. Deleting it ends that.',
  feature: 'Feature',
  endFeature: 'Stop featuring',
  featured: 'The post is featured.',
  featureEnded: 'No post is featured any more.',
  featureField: 'Id or link of a post of this playlist',
  featureReasonHint: 'The author of the playlist sees it.',
  notPost: 'Enter the id or link of a post.',

  day: 'Bead of the Day',
  days: 'Days',
  dayNone: 'This playlist has not been the Bead of the Day.',
  today: 'today',
  planned: 'planned',
  chooseDay: 'Day (UTC)',
  setDay: 'Make it the Bead of the Day',
  daySaved: 'It is the Bead of that day.',
  dayInvalid: messages.dayInvalid,
  dayIneligible: messages.dayBeadInvalid,
  removeDay: (day: string) => `Remove ${day}`,
  removeShort: 'Remove',
  dayRemoved: 'It is no longer the Bead of that day.',

  partner: 'Partner data',
  partnerText: (partner: string) =>
    `This post was submitted to the challenge of “${partner}”. Its private data is only for admins and its author. The log records that you read it.`,
  showPartner: 'Show partner data',
  hidePartner: 'Hide partner data',
  partnerFields: {
    studentFirstName: 'First name',
    studentLastName: 'Last name',
    studentAge: 'Age',
    studentCity: 'City',
    studentProvince: 'Province',
    studentEmail: 'E-mail (of a parent if under 18)',
    studentTelephone: 'Telephone (of a parent if under 18)',
    teacherName: 'Teacher',
    teacherEmail: 'E-mail of the teacher',
    teacherTelephone: 'Telephone of the teacher',
  },

  flags: 'Flags',
  flagsNone: 'It has no flags.',
  flagsOpen: (n: number) => (n === 1 ? '1 flag waits for a decision.' : `${written(n)} flags wait for a decision.`),
  flagsDismissed: 'An admin dismissed the flags.',
  toReview: 'Review queue',

  actions: 'Admin actions',
  actionsNone: 'No admin actions.',
  allActions: 'All in the admin log',

  remove: 'Delete',
  removeText: 'The author sees the reason in the account history.',
  removeOpen: 'Delete…',
  removeTitle: {
    bead: 'Delete this playlist?',
    post: 'Delete this post?',
    comment: 'Delete this comment?',
  } satisfies Record<Kind, string>,
  removeBead: (posts: number) =>
    posts === 0
      ? "This can't be undone."
      : posts === 1
        ? "Its post is deleted too. This can't be undone."
        : `Its ${written(posts)} posts are deleted too. This can't be undone.`,
  removeOther: "This can't be undone.",
  removed: {
    bead: 'The playlist is deleted.',
    post: 'The post is deleted.',
    comment: 'The comment is deleted.',
  } satisfies Record<Kind, string>,
  reason: 'Reason',
  reasonOptional: 'Reason (optional)',
  reasonHint: 'The author sees it.',
}
