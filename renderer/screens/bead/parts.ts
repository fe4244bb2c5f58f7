import { lazyComponent } from '#ui/lazyComponent.tsx'

/** The chunk that a playlist page loads after its first posts. */
export { DeadLinks } from './DeadLinks.tsx'
export { BeadNotFound, DraftHidden } from './DraftHidden.tsx'
export { BeadLine } from './BeadLine.tsx'
export { ExploreAll, Explore } from './ExploreAll.tsx'
export { Filters } from './filters/Filters.tsx'
export { HeaderSkeleton } from './HeaderSkeleton.tsx'
export { EmptyFeed } from './EmptyFeed.tsx'

/** Shown after posting; needs the code of the post actions. */
export const NewPostBanner = lazyComponent(() => import('./NewPostBanner.tsx'))
