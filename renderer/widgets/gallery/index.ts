/** Opens a playlist's image posts in a lightbox, starting at one of them (Z1). */
export { GalleryButton } from './GalleryButton.tsx'
