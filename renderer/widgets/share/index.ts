/** Handing a playlist or a post on (S1, S2, S3). */
export { ShareButton, type Shared } from './ShareButton.tsx'
export { default as ShareMenu } from './ShareMenu.tsx'
