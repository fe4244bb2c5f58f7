import { lazyComponent } from './lazyComponent.tsx'

/** The placeholder of a playlist without a picture. Lazy, as most have one. */
export const BeadTile = lazyComponent(() => import('./BeadPattern.tsx'))
