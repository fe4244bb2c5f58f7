import { t } from '#texts/index.ts'
import { later } from '#ui/lazyComponent.tsx'
import type { BeadFeedProps } from './BeadFeed.tsx'
import { FeedBones } from './FeedSkeleton.tsx'

const BeadFeed = later(() => import('./BeadFeed.tsx').then(({ BeadFeed }) => ({ default: BeadFeed })))

/** The posts of a playlist below one of them: what one came for does not wait for their code. */
export const LaterFeed = (props: BeadFeedProps) => <BeadFeed {...props} fallback={<FeedBones count={3} label={t.bead.loadingPosts} />} />
