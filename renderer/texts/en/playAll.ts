/** Buttons that play or queue a whole list, and the names of these lists in the player. */
export const playAll = {
  playNext: 'Play next',
  addToQueue: 'Add to queue',
  feed: 'Your feed',
  activityOf: (name: string) => `Activity of ${name}`,
  postsOf: (name: string) => `Posts by ${name}`,
  searchFor: (words: string) => `Search for “${words}”`,
  everything: 'Trending posts',
  trendingIn: (category: string) => `Trending in ${category}`,
  playAll: 'Play all',
  playAllPause: 'Pause',
  playAllFailed: (reason: string) => `The list couldn't be played. ${reason}`,
  nothingToPlay: 'Nothing here can be played.',
}
