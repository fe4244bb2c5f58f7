/** What other features may use of posts. */
export { Comments } from './Comments.tsx'
export { PostCard } from './PostCard.tsx'
export { PostDetail } from './PostDetail.tsx'
export { DetailSkeleton } from './DetailSkeleton.tsx'
export { isPlayable, useBeadPlayback, usePlayList, type Playlist } from './usePlayback.ts'
export { RichText } from './RichText.tsx'
export { usePostActs } from './usePostActs.tsx'
export { headlineLeft, HeadlineField } from './HeadlineField.tsx'
