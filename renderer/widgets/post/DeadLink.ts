import { lazyComponent } from '#ui/lazyComponent.tsx'

/** Dead-link notices of cards, detail views and playlists in one lazy chunk, to keep first screens small. */
export const DeadLink = lazyComponent(() => import('../repair/index.ts'))
