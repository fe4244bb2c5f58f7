import { messages } from '../../../server/contract/messages.ts'

const counted = (one: string, other: string) => (n: number) => `${n.toLocaleString('en-US')} ${n === 1 ? one : other}`

export const common = {
  product: 'Strand',
  close: 'Close',
  cancel: 'Cancel',
  unsavedTitle: 'Your changes will not be saved. Close anyway?',
  keepEditing: 'Keep editing',
  dismiss: 'Dismiss',
  retry: 'Try again',
  loading: 'Loading…',
  loadingMore: 'Loading more…',
  errorTitle: 'Something is wrong',
  errorText: 'Sorry about that',
  serverError: messages.serverError,
  offline: "We can't reach Strand. Check your connection and try again.",
  endOfList: "That's everything.",
  now: 'Now',
  yesterday: 'Yesterday',
  minutesAgo: (n: number) => `${n} min ago`,
  hoursAgo: (n: number) => `${n} h ago`,
  posts: counted('post', 'posts'),
  followers: counted('follower', 'followers'),
  plays: counted('play', 'plays'),
  comments: counted('comment', 'comments'),
}
