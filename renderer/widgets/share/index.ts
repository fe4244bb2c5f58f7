/** Sharing a playlist or a post (S1, S2, S3). */
export { ShareButton } from './ShareButton.tsx'
export type { ShareTarget } from './shareTarget.ts'
export { default as ShareMenu } from './ShareMenu.tsx'
