import { lazyComponent } from '#ui/lazyComponent.tsx'

/** One chunk with the parts of a playlist page that its first posts do not need: see `lazyParts.ts`. */
export { DeadLinks } from './DeadLinks.tsx'
export { BeadNotFound, DraftHidden } from './DraftHidden.tsx'
export { BeadLine } from './BeadLine.tsx'
export { ExploreAll, Explore } from './ExploreAll.tsx'
export { Filters } from './filters/Filters.tsx'
export { HeaderSkeleton } from './HeaderSkeleton.tsx'
export { EmptyFeed } from './EmptyFeed.tsx'

/** In a chunk of its own: it is shown only after posting, and needs the code of the post actions. */
export const NewPostBanner = lazyComponent(() => import('./NewPostBanner.tsx'))
