/** Importing playlists from files of other programs; entry point for other features. */
export { default as ImportDialog } from './ImportDialog.tsx'
