/** Derives a playlist title from a file name; Google Takeout writes "Mine-videos.csv". */
export const titleOf = (name: string): string =>
  name
    .replace(/\.[^.]*$/, '')
    .replace(/[-_ ]videos$/i, '')
    .slice(0, 64)
    .trim()
