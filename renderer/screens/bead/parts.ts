import { lazyComponent } from '#ui/lazyComponent.tsx'

/** What a playlist's page fetches after its first posts, in one file. */
export { DeadLinks } from './DeadLinks.tsx'
export { BeadNotFound, DraftHidden } from './DraftHidden.tsx'
export { BeadLine } from './BeadLine.tsx'
export { ExploreAll, Explore } from './ExploreAll.tsx'
export { Filters } from './filters/Filters.tsx'
export { HeaderSkeleton } from './HeaderSkeleton.tsx'
export { Nothing } from './Nothing.tsx'

/** After a post was added, and with what can be done to it. */
export const NewPostBanner = lazyComponent(() => import('./NewPostBanner.tsx'))
