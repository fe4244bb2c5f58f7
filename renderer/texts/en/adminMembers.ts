import { pageTitles } from '#contract/messages.ts'
import { n as written } from './number.ts'

const counted = (n: number, one: string, other: string): string => (n === 1 ? `1 ${one}` : `${written(n)} ${other}`)
interface Counts {
  posts: number
  comments: number
  beads: number
}
const contents = ({ posts, comments, beads }: Counts): string =>
  `${counted(posts, 'post', 'posts')}, ${counted(comments, 'comment', 'comments')} and ${counted(beads, 'playlist', 'playlists')}`

/** Members on the admin page. */
export const adminMembers = {
  title: pageTitles.adminMembers,
  find: 'Find members',
  findShort: 'Find',
  query: 'Name, user id, e-mail address or #tag',
  lists: 'Lists of members',
  listTitles: { newest: 'Newest', suspended: 'Suspended', admins: 'Admins' },
  none: 'No members found.',
  noneText: 'Try the beginning of a name or user id, an e-mail address, or a tag with #.',
  emptyList: 'No members in this list.',
  results: 'Members',
  loading: 'Loading members…',
  noEmail: 'No e-mail address',
  unconfirmed: 'not confirmed',
  joined: 'Joined',
  admin: 'Admin',
  suspended: 'Suspended',
  profile: 'Profile',
  log: 'Admin log',
  reason: 'Reason',
  reasonHint: 'The member sees it.',
  reasonOptional: 'Reason (optional)',

  suspension: 'Suspension',
  active: 'Not suspended.',
  suspendedUntil: (date: string) => `Suspended until ${date}.`,
  suspendedEndless: 'Suspended until further notice.',
  suspendedReason: (reason: string) => `Reason: ${reason}`,
  suspensionText: 'A suspended member can log in and read, but not change anything. An admin has no admin rights while suspended.',
  ends: 'Ends',
  afterDays: (days: number) => (days === 1 ? 'After 1 day' : `After ${days} days`),
  endless: 'Until further notice',
  onDate: 'On a date…',
  lastDay: 'Last day',
  suspend: 'Suspend',
  change: 'Change suspension',
  lift: 'Lift suspension',
  lifted: 'The suspension is lifted.',
  isSuspended: 'The member is suspended.',
  own: 'This is your own account.',

  sessions: 'Sessions',
  signedIn: (n: number) => (n === 0 ? 'Not signed in anywhere.' : `Signed in on ${counted(n, 'device', 'devices')}.`),
  endSessions: 'Sign out everywhere',
  endTitle: 'Sign out everywhere?',
  endText: 'Browsers, televisions and cast receivers are signed out at once, and get no more push notifications.',
  ended: (n: number) => `Signed out of ${counted(n, 'device', 'devices')}.`,

  removal: 'Remove content',
  removalText: 'Removes the posts, comments and playlists of a period, after a preview. Playlists with posts of others stay.',
  period: 'Period',
  periods: { day: 'Last 24 hours', week: 'Last 7 days', month: 'Last 30 days', all: 'Everything' },
  preview: 'Preview',
  previewed: (counts: Counts) => `${contents(counts)} will be removed.`,
  nothing: 'There is nothing to remove in this period.',
  othersBeads: (n: number) => `${counted(n, 'playlist stays', 'playlists stay')}, because others have posted there.`,
  sample: 'Latest content to be removed',
  kinds: { post: 'Post', comment: 'Comment', bead: 'Playlist' },
  remove: 'Remove',
  removing: (left: number, total: number) => `Removing: ${written(left)} of ${written(total)} left.`,
  removed: (counts: Counts) => `Last removal: ${contents(counts)}.`,
  stopped: 'The last removal stopped: the admin who started it lost the role.',
}
