import { useEffect, useMemo, useRef } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { SearchAddress } from '#contract/rules.ts'
import { hasSide, parseSearchPageQuery, searchHref, tagOfQuery, type SearchPageQuery } from '#contract/pages/search.ts'
import { track, useMe } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { classes } from '#ui/classes.ts'
import { usePageTitle } from '#ui/page.ts'
import { useMedia } from '#ui/useMedia.ts'
import { AllResults } from './AllResults.tsx'
import { SearchHeader } from './SearchHeader.tsx'
import { Sidebar, WebPage } from './lazyParts.tsx'
import { Restriction } from './Restriction.tsx'
import { SearchTabs } from './SearchTabs.tsx'
import { TagHeader } from './TagHeader.tsx'
import { TypePage } from './TypePage.tsx'
import { useAutoplay } from './useAutoplay.ts'
import styles from './SearchScreen.module.css'

/** The search pages `/search`, `/search/{type}` and `/tag/{tag}` (R8). */
export default function SearchScreen({ tab, tag }: SearchAddress) {
  const search = useSearch()
  const { me, loading } = useMe()
  const member = me !== null
  const query = useMemo(() => parseSearchPageQuery({ tab, tag }, new URLSearchParams(search), member), [tab, tag, search, member])
  usePageTitle(query.q === '' ? undefined : t.search.titleOf(query.q))
  useLeaveIfEmpty(query.q === '')
  // Until the member is loaded, it is unknown whether the search may be restricted to the own collection.
  if (query.q === '' || loading) return null
  return <SearchPage query={query} />
}

function SearchPage({ query }: { query: SearchPageQuery }) {
  const wide = useMedia('(min-width: 768.02px)')
  const side = wide && hasSide(query.tab)
  const tag = tagOfQuery(query.q)
  useAutoplay(query)
  useSearchTracking(query)
  // Remounts the list for another query, so that no state of the previous one remains.
  const key = searchHref(query)
  return (
    <div className={styles.page}>
      {tag === null ? <SearchHeader query={query} /> : <TagHeader key={tag} tag={tag} query={query} />}
      <SearchTabs query={query} />
      <Restriction query={query} />
      <div className={classes(styles.columns, side && styles.beside)}>
        <div className={styles.left}>
          {query.tab === 'all' ? (
            <AllResults key={key} query={query} />
          ) : query.tab === 'web' ? (
            <WebPage key={key} query={query} />
          ) : (
            <TypePage key={key} query={query} />
          )}
        </div>
        {side && <Sidebar key={query.q} query={query} />}
      </div>
    </div>
  )
}

/** Reports each search and its tab to analytics, without the words (R21). */
function useSearchTracking({ q, tab }: SearchPageQuery) {
  useEffect(() => track('search', { type: tab }), [q, tab])
}

/** An address without a query has nothing to show: goes back to the previous page, or home. */
function useLeaveIfEmpty(empty: boolean) {
  const [, navigate] = useLocation()
  const left = useRef(false)
  useEffect(() => {
    if (!empty || left.current) return
    left.current = true
    // `canGoBack` ignores entries of other sites; `history.length` counts them.
    const { navigation } = window as { navigation?: { canGoBack: boolean } }
    if (navigation?.canGoBack ?? history.length > 1) history.back()
    else navigate('/', { replace: true })
  }, [empty, navigate])
}
