/** Actions on a playlist page: publish, invite, contributors, followers and admin settings. */
export const beadActs = {
  publish: 'Publish',
  publishTitle: 'Publish this playlist?',
  publishText: 'Once you publish, this playlist will be visible to everyone. This action cannot be undone.',
  published: 'The playlist is published.',

  invite: 'Invite',
  inviteTitle: 'Invite members',
  inviteSubmit: 'INVITE',
  inviteDone: 'Done! Would you like to invite more members?',
  inviteMore: 'Invite More',
  chosen: 'Selected',
  unchoose: (name: string) => `Remove ${name}`,

  contributors: 'Contributors',
  contributorsOf: (title: string) => `Contributors of ${title}`,
  creator: 'Creator',
  takeBack: 'Remove',
  takeBackOf: (name: string) => `Remove ${name} from this playlist`,
  takeBackTitle: (name: string) => `Remove ${name}?`,
  takeBackText: 'They can no longer add posts. The posts they added stay.',
  leave: 'Leave',
  leaveTitle: 'Leave this playlist?',
  leaveText: "You can't add posts until you are invited again. The posts you added stay.",

  followers: 'Followers',

  settings: 'Settings',
  settingsTitle: 'Playlist settings',
  curator: 'Featured curator',
  curatorHint: 'The username of the member shown first among the curators. Leave empty for none.',
  submit: 'Submit',
  curatorFailed: "Bummer, didn't work.",
  curatorDone: 'All good. Remember to refresh.',
}
