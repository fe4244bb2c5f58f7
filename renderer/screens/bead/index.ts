/** The playlist page for other screens: the page of a post shows the post above its playlist. */
export { BeadView, type FeaturedProps } from './BeadView.tsx'
export { LazyFeed } from './LazyFeed.tsx'
export { DraftHidden } from './lazyParts.ts'
