/**
 * Derives a playlist title of at most 64 characters (`limits.beadTitle`) from a file name. Google Takeout appends
 * "-videos" to the title of a playlist: "Mine-videos.csv".
 */
export const titleOf = (name: string): string =>
  name
    .replace(/\.[^.]*$/, '')
    .replace(/[-_ ]videos$/i, '')
    .slice(0, 64)
    .trim()
