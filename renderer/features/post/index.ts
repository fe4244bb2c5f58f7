/** What other features may use of posts. */
export { PostCard } from './PostCard.tsx'
export { PostDetail } from './PostDetail.tsx'
export { DetailSkeleton } from './DetailSkeleton.tsx'
export { isPlayable, useBeadPlayback, usePlayList, type Playlist } from './usePlayback.ts'
export { headlineLeft, HeadlineField } from './HeadlineField.tsx'
