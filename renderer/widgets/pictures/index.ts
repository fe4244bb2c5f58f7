/** Finding a picture at other services, for a playlist or a post, and choosing the part of it that is shown. */
export { isAddress, readSize } from './address.ts'
export { CropStep, squareOf, type Cut } from './CropStep.tsx'
export { PictureSearch } from './PictureSearch.tsx'
export { pictureTypes, readPicture } from './readPicture.ts'
export { SourceResults } from './SourceResults.tsx'
export type { FoundPicture } from '#data/pictures.ts'
