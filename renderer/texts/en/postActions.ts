/** Reposting a post, and the list of the members who collected it. */
export const postActs = {
  repost: 'Add to another playlist',
  collectors: 'Collectors',
  collectorsOf: (title: string) => `Collectors of ${title}`,
  noCollectors: 'No one has collected it yet.',
}
