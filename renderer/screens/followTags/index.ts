/** The tag components for other screens. */
export { FollowTagsPrompt } from './FollowTagsPrompt.tsx'
export { TagCloud } from './TagCloud.tsx'
export { useOwnTags } from './useTags.ts'
