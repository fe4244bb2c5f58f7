/** Values of the demo data that browser tests and benchmarks use. */
export { showcaseTitle as playlistTitle } from '../../server/demo/playlists/showcase.ts'
/** A playlist of pictures, links and texts. */
export const roomsTitle = 'What is the best small room you have been in?'
export { gone, rule110Repaired } from '../../server/demo/media/clips.ts'
