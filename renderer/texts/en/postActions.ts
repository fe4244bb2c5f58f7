export const postActs = {
  repost: 'Add to another playlist',
  collectors: 'Collectors',
  collectorsOf: (title: string) => `Collectors of ${title}`,
  nobodyCollected: 'No one has collected it yet.',
}
