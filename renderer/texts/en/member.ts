import { pageTitles } from '../../../server/contract/messages.ts'

export const member = {
  /** Words only: the number stands before them in a larger type. */
  startedWord: (n: number) => (n === 1 ? 'playlist started' : 'playlists started'),
  followedWord: (n: number) => (n === 1 ? 'playlist followed' : 'playlists followed'),
  collectsWord: (n: number) => (n === 1 ? 'collect' : 'collects'),
  postsWord: (n: number) => (n === 1 ? 'post' : 'posts'),
  followersWord: (n: number) => (n === 1 ? 'follower' : 'followers'),
  followingWord: 'following',
  titleOf: pageTitles.member,
  verified: 'Verified',
  counts: 'In numbers',
  since: (date: string) => `Member since ${date}`,
  startedHeading: 'Playlists started',
  loading: 'Loading the profile…',
  loadingPlaylists: 'Loading playlists…',
  showMore: 'Show more',
  playlistsFailed: "The playlists couldn't be loaded.",
  emptyTitle: 'No Playlists?',
  emptyText: (name: string) => `${name} hasn't started a playlist yet.`,
  emptyOwnText: "You haven't started a playlist yet.",
  start: 'Start a Playlist',
  notFoundTitle: pageTitles.noMember,
  notFoundText: 'The account may be gone, or the address is wrong.',
  discover: 'Discover playlists',
  end: 'That is every playlist.',
}
