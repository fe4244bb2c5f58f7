import { lazyComponent } from '#ui/lazyComponent.tsx'

/** The components of `parts.ts`, all in one chunk that is loaded when the first of them is rendered. */

type Parts = typeof import('./parts.ts')

const lazyPart = <K extends keyof Parts>(name: K) => lazyComponent(() => import('./parts.ts').then((parts) => ({ default: parts[name] })))

export const BeadLine = lazyPart('BeadLine')
export const BeadNotFound = lazyPart('BeadNotFound')
export const DeadLinks = lazyPart('DeadLinks')
export const DraftHidden = lazyPart('DraftHidden')
export const EmptyFeed = lazyPart('EmptyFeed')
export const Explore = lazyPart('Explore')
export const ExploreAll = lazyPart('ExploreAll')
export const Filters = lazyPart('Filters')
/** Shown after client-side navigation only: the document that the server renders contains the playlist. */
export const HeaderSkeleton = lazyPart('HeaderSkeleton')
export const NewPostBanner = lazyPart('NewPostBanner')
export const RelatedEnd = lazyComponent(() => import('./related/RelatedEnd.tsx'))
export const RelatedStrip = lazyComponent(() => import('./related/RelatedStrip.tsx'))
