import { n } from './number.ts'

/** Choosing among one's followers, and what they are told of. */
export const friends = {
  title: 'Choose From Followers',
  selectAll: 'Select all',
  unselectAll: 'Unselect all',
  filter: 'Find a follower',
  search: 'Search people',
  others: 'Others on Strand',
  searching: 'Searching…',
  nobodyFits: 'Nobody of that name can be invited.',
  none: 'Nobody follows you yet.',
  noneSearch: 'Nobody follows you yet. Search for people by their name.',
  noneFits: 'No follower fits.',
  failed: "Your followers couldn't be loaded.",
  chosen: (count: number) => `${n(count)} chosen`,
  full: (count: number) => `${n(count)} chosen, which is the most`,
  share: 'Share',
  shared: (count: number) => (count === 1 ? 'Shared with 1 follower.' : `Shared with ${n(count)} followers.`),
}
