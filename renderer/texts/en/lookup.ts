/** Fields with suggestions for tags, artists, members and playlists. */
export const lookup = {
  suggestions: 'Suggestions',
  found: (n: number) => (n === 1 ? '1 suggestion' : `${n} suggestions`),
  remove: (name: string) => `Remove ${name}`,
  added: (name: string) => `${name} added`,
  removed: (name: string) => `${name} removed`,
  chosen: 'Selected',
  artistsFull: (n: number) => `You can add at most ${n}.`,
}
