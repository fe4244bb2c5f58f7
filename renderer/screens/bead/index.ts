/** What other features may use of playlists. */
export { BeadView, type FeaturedProps } from './BeadView.tsx'
export { LazyFeed as LaterFeed } from './LazyFeed.tsx'
export { DraftHidden } from './lazyParts.ts'
