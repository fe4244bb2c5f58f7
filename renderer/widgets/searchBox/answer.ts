/** Answers queries of the search box from the server, with a short-lived cache (X2). */
import type { Category } from '#contract/rules.ts'
import type { Media } from '#contract/schemas.ts'
import type { SearchItem } from '#contract/schemas/lookups.ts'
import type { ApiDispatch } from '#data/cachePatches.ts'
import { isFailure } from '#data/index.ts'
import { awaitAnswer, lookupsApi } from '#data/lookups.ts'
import { searchApi } from '#data/search.ts'
import type { SearchQuery } from './parseInput.ts'

/** Maximum number of results in the dropdown (B7). */
const maxResults = 6

export type Answer =
  | { kind: 'results'; items: readonly SearchItem[]; total: number }
  /**
   * The medium of a link; null if unknown. `byAddress`: the site did not respond, so the data come from the address
   * alone.
   */
  | { kind: 'link'; media: Media | null; byAddress: boolean }
  /** A link to a page of Strand. */
  | { kind: 'own'; path: string }

interface AnswerContext {
  dispatch: ApiDispatch
  category: Category | null
  isPage: (path: string) => boolean
}

/** Requests the answer to a query. Rejects on failure; `signal` aborts the request. */
export async function fetchAnswer(
  { dispatch, category, isPage }: AnswerContext,
  searchQuery: SearchQuery,
  signal: AbortSignal,
): Promise<Answer> {
  if (searchQuery.kind === 'words') {
    const { text, only, isLastWordIncomplete } = searchQuery
    const query = {
      q: text,
      type: 'tag,bead,member,post',
      limit: maxResults,
      sections: '1' as const,
      ...(isLastWordIncomplete && { autocomplete: '1' as const }),
      // Members have no category, so a member search is never filtered by it.
      ...(category !== null && only !== 'members' && { category }),
    }
    const { results, counts } = await awaitAnswer(dispatch(lookupsApi.endpoints.quickSearch.initiate({ query })), signal)
    return { kind: 'results', items: results, total: Math.max(counts.total, results.length) }
  }
  const own = pathOf(searchQuery.text)
  if (own !== null && isPage(own)) return { kind: 'own', path: own }
  try {
    const { media, byuri } = await awaitAnswer(
      dispatch(searchApi.endpoints.mediaInfo.initiate({ query: { url: searchQuery.text } })),
      signal,
    )
    return { kind: 'link', media, byAddress: byuri }
  } catch (reason) {
    if (isFailure(reason) && reason.status === 404) return { kind: 'link', media: null, byAddress: false }
    throw reason
  }
}

/** Path of a link on this site; null for other sites. */
function pathOf(link: string): string | null {
  if (!URL.canParse(link)) return null
  const { origin, pathname, search, hash } = new URL(link)
  return origin === location.origin ? pathname + search + hash : null
}
