/** The promotion inside long lists: the image of a partner, or for visitors the invitation to sign up. */
export const skin = {
  promotion: 'Promotion',
  joinTitle: 'Keep what you find',
  joinText: 'Members collect posts, follow playlists and start their own.',
  join: 'Join Strand',
}
