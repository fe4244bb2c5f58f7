export const lookup = {
  suggestions: 'Suggestions',
  found: (n: number) => (n === 1 ? '1 suggestion' : `${n} suggestions`),
  remove: (name: string) => `Remove ${name}`,
  added: (name: string) => `${name} added`,
  removed: (name: string) => `${name} removed`,
  chosen: 'Chosen',
  artistsFull: (n: number) => `That's ${n}, and no more fit.`,
}
