/** What other features may use of tags to follow. */
export { FollowTagsPrompt } from './FollowTagsPrompt.tsx'
export { TagCloud } from './TagCloud.tsx'
export { useOwnTags } from './useTags.ts'
