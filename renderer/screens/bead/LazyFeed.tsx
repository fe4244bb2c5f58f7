import { t } from '#texts/index.ts'
import { lazyComponent } from '#ui/lazyComponent.tsx'
import type { BeadFeedProps } from './BeadFeed.tsx'
import { FeedSkeleton } from './FeedSkeleton.tsx'

const BeadFeed = lazyComponent(() => import('./BeadFeed.tsx').then(({ BeadFeed }) => ({ default: BeadFeed })))

/** `BeadFeed` in a chunk of its own: on a post's page, the post renders before the code of the list has loaded. */
export const LazyFeed = (props: BeadFeedProps) => <BeadFeed {...props} fallback={<FeedSkeleton count={3} label={t.bead.loadingPosts} />} />
