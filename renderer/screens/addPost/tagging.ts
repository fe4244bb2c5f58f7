import { normaliseTags } from '#contract/rules.ts'

/** Tags that were there, then those that are proposed; none twice. */
export const withTags = (tags: readonly string[], more: readonly string[]): string[] => normaliseTags([...tags, ...more])
