import { pageTitles } from '#contract/messages.ts'
import { n as written } from './number.ts'

/** Lists of members and tags: followers, and the members and tags that a member follows. */
export const people = {
  back: 'Back To Profile',
  backToPlaylist: 'Back to the playlist',
  backToTag: 'Back to the tag',
  lists: 'Lists of this profile',
  followers: 'Followers',
  following: 'Following',
  tags: 'Tags',
  noFollowers: (name: string) => `No one follows ${name} yet.`,
  noFollowing: (name: string) => `${name} doesn't follow anyone yet.`,
  noTags: (name: string) => `${name} doesn't follow any tags yet.`,
  noBeadFollowers: 'No one follows this playlist yet.',
  noTagFollowers: 'No one follows this tag yet.',
  /** Titles of the lists. `followedBy` is the number below the title of a playlist or a tag (W5). */
  followedByTitle: pageTitles.followedBy,
  followersOfTitle: pageTitles.followersOf,
  tagsOfTitle: pageTitles.tagsOf,
  followedBy: (n: number) => `followed by ${written(n)} ${n === 1 ? 'person' : 'people'}`,
  loading: 'Loading…',
  failed: "The list couldn't be loaded.",
  moreFailed: "The rest couldn't be loaded.",
}
