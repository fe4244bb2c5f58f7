import { normaliseTags } from '#contract/rules.ts'

/** Appends proposed tags without duplicates. */
export const withTags = (tags: readonly string[], proposed: readonly string[]): string[] => normaliseTags([...tags, ...proposed])
