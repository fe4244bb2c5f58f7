import { lazyComponent } from './lazyComponent.tsx'

/** What a playlist without a picture has in its place; most have one. */
export const BeadTile = lazyComponent(() => import('./BeadPattern.tsx'))
