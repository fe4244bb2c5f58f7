/** What other features may use of playlists. */
export { BeadView, type FeaturedProps } from './BeadView.tsx'
export { LaterFeed } from './LaterFeed.tsx'
export { DraftHidden } from './laterParts.ts'
