/** Exports for other screens. */
export { FollowTagsPrompt } from './FollowTagsPrompt.tsx'
export { popularTags } from './popularTags.ts'
export { TagCloud } from './TagCloud.tsx'
export { useOwnTags } from './useTags.ts'
