import { lazyComponent } from '#ui/lazyComponent.tsx'

/** Opens a playlist's image posts in a lightbox, starting at one of them (Z1). Loaded with the first image post on the page. */
export const GalleryButton = lazyComponent(() => import('./GalleryButton.tsx'))
