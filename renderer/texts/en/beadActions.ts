/** What is done with a playlist from its page. */
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
  chosen: 'Chosen',
  unchoose: (name: string) => `Remove ${name}`,

  contributors: 'Contributors',
  contributorsOf: (title: string) => `Contributors of ${title}`,
  creator: 'Creator',
  takeBack: 'Remove',
  takeBackOf: (name: string) => `Remove ${name} from this playlist`,
  takeBackTitle: (name: string) => `Remove ${name}?`,
  takeBackText: 'They can no longer add posts. What they have added stays.',
  leave: 'Leave',
  leaveTitle: 'Leave this playlist?',
  leaveText: 'You can no longer add posts until you are invited again. What you have added stays.',

  followers: 'Followers',

  settings: 'Settings',
  settingsTitle: 'Playlist settings',
  curator: 'Featured curator',
  curatorHint: 'The username of the member who comes first among the curators. Empty: nobody.',
  submit: 'Submit',
  curatorFailed: "Bummer, didn't work.",
  curatorDone: 'All good. Remember to refresh.',
}
