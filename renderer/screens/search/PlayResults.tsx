import { searchSizes, type SearchPageQuery } from '#contract/pages/search.ts'
import type { ButtonKind } from '#ui/Button.tsx'
import { PlayAll } from '#widgets/playAll/index.ts'
import { sourceOf } from './queueSource.ts'
import { useSearchResults } from './useSearchResults.ts'

/** Plays all posts that are found; where there are none, or the page is about something else, there is no button. */
export function PlayResults({ asked, kind }: { asked: SearchPageQuery; kind?: ButtonKind }) {
  const { tab } = asked
  const about = tab === 'all' || tab === 'posts'
  const { items } = useSearchResults(asked, 'post', tab === 'all' ? searchSizes.left.post : searchSizes.page.post, !about)
  return about && items.length > 0 && <PlayAll source={sourceOf(asked)} kind={kind} />
}
