/** What other screens use of the tags to follow. */
export { FollowTagsPrompt } from './FollowTagsPrompt.tsx'
export { popularTags } from './popularTags.ts'
export { TagCloud } from './TagCloud.tsx'
export { useOwnTags } from './useTags.ts'
