import { lazyComponent } from '#ui/lazyComponent.tsx'

/**
 * Notice of a dead link in cards and detail views, and the filter for dead links in playlists. One lazy chunk keeps
 * first screens small.
 */
export const DeadLink = lazyComponent(() => import('../repair/index.ts'))
