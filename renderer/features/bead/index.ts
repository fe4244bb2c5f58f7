/** What other features may use of playlists. */
export { BeadView } from './BeadView.tsx'
export { DraftHidden } from './DraftHidden.tsx'
