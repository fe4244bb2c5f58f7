import { messages } from '#contract/messages.ts'

/** Follow buttons, and the messages for members without a privilege. */
export const follow = {
  follow: 'Follow',
  followed: 'followed',
  following: 'following',
  followName: (name: string) => `Follow ${name}`,
  followedName: (name: string) => `Followed ${name}`,
  followingName: (name: string) => `Following ${name}`,
  signInBead: 'Sign in to follow this Bead',
  signInPlaylist: 'Sign in to follow this Playlist',
  signInPlaylists: 'Sign In to follow Playlists',
  signInName: (name: string) => `Sign in to follow ${name}`,
  superfollow: (name: string) => `Notify me of every new post: ${name}`,
  cannotFollow: messages.cannotFollow,
  cannotPost: messages.cannotPost,
  cannotCreatePost: messages.cannotCreatePost,
  cannotCreateBead: messages.cannotCreateBead,
}
