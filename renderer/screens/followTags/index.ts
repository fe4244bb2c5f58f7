/** Exports for other screens. */
export { FollowTagsPrompt } from './FollowTagsPrompt.tsx'
export { TagCloud } from './TagCloud.tsx'
export { TagCloudList } from './TagCloudList.tsx'
export { usePopularTags } from './usePopularTags.ts'
export { useFollowedTags } from './useTags.ts'
