import { later } from '#ui/lazyComponent.tsx'

/** What cards, posts in full and playlists say of dead links to those who may repair them: one part, for first screens have little room. */
export const Dead = later(() => import('../repair/index.ts'))
