/** Exports for other screens. */
export { FollowTagsPrompt } from './FollowTagsPrompt.tsx'
export { TagCloud, TagCloudList } from './TagCloud.tsx'
export { useOwnTags, usePopularTags } from './useTags.ts'
