import { pageTitles } from '#contract/messages.ts'

/** The pages for admins: the Bead of the Day and the privileges of members. */
export const admin = {
  title: pageTitles.admin,
  whichBead: 'Playlist id',
  makeDay: 'Make it the Bead of the Day',
  isDay: 'It is the Bead of the Day.',
  privilegesTitle: pageTitles.privileges,
  privilegesOf: (name: string) => `Privileges of ${name}`,
  adminsOnly: 'Only admins can see this page.',
  whose: 'User id',
  show: 'Show',
  may: 'Permissions',
  /** Labels of the permissions, by their names in the API. */
  flags: {
    canComment: 'Comment',
    canCreateBead: 'Create playlists',
    canCreateDraftBead: 'Create drafts and paste image addresses',
    canFollow: 'Follow',
    canPost: 'Post',
    canCreatePost: 'Create posts',
  },
  are: 'Roles',
  verified: 'Verified',
  isAdmin: 'Admin',
  save: 'Save',
  saved: 'The privileges are saved.',
  loading: 'Loading…',
  toProfile: 'Go to profile',
}
