import { lazyComponent } from '#ui/lazyComponent.tsx'

type Parts = typeof import('./parts.ts')

const part = <K extends keyof Parts>(name: K) => lazyComponent(() => import('./parts.ts').then((parts) => ({ default: parts[name] })))

export const BeadLine = part('BeadLine')
export const BeadNotFound = part('BeadNotFound')
export const DeadLinks = part('DeadLinks')
export const DraftHidden = part('DraftHidden')
export const Explore = part('Explore')
export const ExploreAll = part('ExploreAll')
export const Filters = part('Filters')
/** A document brings its playlist along: only who comes from another page waits for one. */
export const HeaderSkeleton = part('HeaderSkeleton')
export const NewPostBanner = part('NewPostBanner')
export const Nothing = part('Nothing')
export const RelatedEnd = lazyComponent(() => import('./related/RelatedEnd.tsx'))
export const RelatedStrip = lazyComponent(() => import('./related/RelatedStrip.tsx'))
