import { lazyComponent } from '#ui/lazyComponent.tsx'

/** Opens the pictures of a playlist's image posts, large, at one of them (Z1). It comes when there is an image post. */
export const GalleryButton = lazyComponent(() => import('./GalleryButton.tsx'))
