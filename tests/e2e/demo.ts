/** What the browser tests and benchmarks know of the demo world, from where it is written. */
export { showcaseTitle as playlistTitle } from '../../server/demo/playlists/showcase.ts'
export { gone, rule110Repaired } from '../../server/demo/media/clips.ts'
