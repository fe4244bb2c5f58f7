import { messages } from '#contract/messages.ts'
import { locale, n as written } from './number.ts'

/** Number and noun: singular for 1, otherwise plural. */
const counted = (one: string, other: string) => (n: number) => `${written(n)} ${n === 1 ? one : other}`

/** Texts and formats that many features share. */
export const common = {
  locale,
  number: written,
  /** The locale for lists: British English has no serial comma, "A, B and 2 others" (A4.7). */
  listLocale: 'en-GB',
  /** The last entry of a shortened list of names. */
  others: (count: number) => (count === 1 ? '1 other' : `${written(count)} others`),
  product: 'Strand',
  close: 'Close',
  cancel: 'Cancel',
  unsavedTitle: 'Your changes will not be saved. Close anyway?',
  keepEditing: 'Keep editing',
  draftRestored: 'Your draft has been restored.',
  startOver: 'Start over',
  dismiss: 'Dismiss',
  retry: 'Try again',
  discover: 'Discover playlists',
  refresh: 'Refresh',
  refreshing: 'Refreshing…',
  showMore: 'Show more',
  showAll: 'Show all',
  loading: 'Loading…',
  loadingMore: 'Loading more…',
  errorTitle: 'Something is wrong',
  errorText: 'Sorry about that',
  serverError: messages.serverError,
  readOnly: messages.readOnly,
  offline: "We can't reach Strand. Check your connection and try again.",
  share: 'Share',
  shareOf: (title: string) => `Share ${title}`,
  shareWithFollowers: 'Share with followers',
  verified: 'Verified',
  endOfList: "That's everything.",
  now: 'Now',
  yesterday: 'Yesterday',
  minutesAgo: (n: number) => `${n} min ago`,
  hoursAgo: (n: number) => `${n} h ago`,
  networks: { facebook: 'Facebook', twitter: 'X' },
  posts: counted('post', 'posts'),
  followers: counted('follower', 'followers'),
  plays: counted('play', 'plays'),
  comments: counted('comment', 'comments'),
  undo: 'Undo',
}
