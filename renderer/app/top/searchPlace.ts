/** The context of the search box in the top bar, derived from the address of the page. */
import { parseSearchPageQuery } from '#contract/pages/search.ts'
import type { SearchContext } from '#widgets/searchBox/types.ts'
import { leavesApp, match, pageKeyOf } from '#navigation/routes.ts'

export function placeAt(path: string, search: string): SearchContext {
  const target = match(path)
  if (target.screen === 'discover') return { page: path, query: '', category: target.props.category, withCategory: null }
  if (target.screen !== 'search') return { page: path, query: '', category: null, withCategory: null }
  const params = new URLSearchParams(search)
  const { q, category } = parseSearchPageQuery(target.props, params, false)
  return {
    page: pageKeyOf(path, search),
    query: q,
    category,
    withCategory(value) {
      if (value) params.set('category', value)
      else params.delete('category')
      return params.size > 0 ? `${path}?${params}` : path
    },
  }
}

/** Whether a path is a page of the app, not a file, an API call or an unknown address. */
export const isPage = (path: string): boolean => {
  const { pathname } = new URL(path, location.origin)
  return !leavesApp(pathname) && match(pathname).screen !== 'notFound'
}
