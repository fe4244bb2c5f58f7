/** Partners' pages, and what visitors see within long lists. */
export const skin = {
  promotion: 'Promotion',
  joinTitle: 'Keep what you find',
  joinText: 'Members collect posts, follow playlists and start their own.',
  join: 'Join Strand',
}
