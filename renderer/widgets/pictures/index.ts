/** Searching for pictures at external services and cropping them, for playlists and posts. */
export { isAddress, readSize } from './address.ts'
export { CropStep, squareOf, type Cut } from './CropStep.tsx'
export { PictureSearch } from './PictureSearch.tsx'
export { pictureTypes, readPicture } from './readPicture.ts'
export { SourceResults } from './SourceResults.tsx'
export type { FoundPicture } from '#data/pictures.ts'
