/** What a file is called, as a playlist may be; Takeout writes "Mine-videos.csv". */
export const titleOf = (name: string): string =>
  name
    .replace(/\.[^.]*$/, '')
    .replace(/[-_ ]videos$/i, '')
    .slice(0, 64)
    .trim()
