import { lazyComponent } from '#ui/lazyComponent.tsx'

/** What cards, posts in full and playlists say of dead links to those who may repair them: one part, for first screens have little room. */
export const Dead = lazyComponent(() => import('../repair/index.ts'))
