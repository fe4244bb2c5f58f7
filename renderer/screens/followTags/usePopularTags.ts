import { popularTagsQuery } from '#contract/pages/discover.ts'
import type { Category } from '#contract/rules.ts'
import { usePopularTagsQuery } from '#data/index.ts'

export interface TagList {
  tags: readonly string[]
  state: 'loading' | 'failed' | 'ready'
  retry(): void
}

/** Popular tags of all categories (null) or of one. */
export function usePopularTags(category: Category | null, skip = false): TagList {
  const { currentData, isError, refetch } = usePopularTagsQuery({ query: popularTagsQuery(category) }, { skip })
  return {
    tags: currentData?.results ?? [],
    state: currentData ? 'ready' : isError ? 'failed' : 'loading',
    retry: () => void refetch(),
  }
}
