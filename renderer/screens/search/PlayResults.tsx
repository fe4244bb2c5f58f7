import { searchSizes, type SearchPageQuery } from '#contract/pages/search.ts'
import type { ButtonKind } from '#ui/Button.tsx'
import { PlayAll } from '#widgets/playAll/index.ts'
import { sourceOf } from './queueSource.ts'
import { useSearchResults } from './useSearchResults.ts'

/** "Play all" for the posts of the results. Renders nothing without posts, and on tabs without posts. */
export function PlayResults({ query, kind }: { query: SearchPageQuery; kind?: ButtonKind }) {
  const { tab } = query
  const about = tab === 'all' || tab === 'posts'
  const { items } = useSearchResults(query, 'post', tab === 'all' ? searchSizes.left.post : searchSizes.page.post, !about)
  return about && items.length > 0 && <PlayAll source={sourceOf(query)} kind={kind} />
}
