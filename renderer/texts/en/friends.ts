import { n } from './number.ts'

/** The dialog that selects followers, to share with them or to invite them. */
export const friends = {
  title: 'Choose From Followers',
  selectAll: 'Select all',
  unselectAll: 'Unselect all',
  filter: 'Find a follower',
  search: 'Search people',
  others: 'Others on Strand',
  searching: 'Searching…',
  noMatch: 'No one by that name can be invited.',
  none: 'No one follows you yet.',
  noneSearch: 'No one follows you yet. Search for people by name.',
  noneFits: 'No matching followers.',
  failed: "Your followers couldn't be loaded.",
  chosen: (count: number) => `${n(count)} selected`,
  full: (count: number) => `${n(count)} selected, the maximum`,
  share: 'Share',
  shared: (count: number) => (count === 1 ? 'Shared with 1 follower.' : `Shared with ${n(count)} followers.`),
}
