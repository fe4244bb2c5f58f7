/** Playlists from files of other programs, where another feature has a place for it. */
export { default as ImportDialog } from './ImportDialog.tsx'
