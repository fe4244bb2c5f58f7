/** The public interface for other screens. */
export { BeadView, type FeaturedProps } from './BeadView.tsx'
export { LazyFeed as LaterFeed } from './LazyFeed.tsx'
export { DraftHidden } from './lazyParts.ts'
