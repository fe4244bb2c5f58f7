/** Values of the demo data that browser tests and benchmarks use. */
export { showcaseTitle as playlistTitle } from '../../server/demo/playlists/showcase.ts'
export { gone, rule110Repaired } from '../../server/demo/media/clips.ts'
