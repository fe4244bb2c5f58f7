import { useEffect, useMemo, useRef } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { SearchAddress } from '#contract/rules.ts'
import { hasSide, parseSearchPageQuery, searchHref, tagOfQuery, type SearchPageQuery } from '#contract/pages/search.ts'
import { track, useMe } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { classes } from '#ui/classes.ts'
import { usePageTitle } from '#ui/page.ts'
import { useMedia } from '#ui/useMedia.ts'
import { Everything } from './AllResults.tsx'
import { Head } from './SearchHeader.tsx'
import { Side, WebPage } from './lazyParts.tsx'
import { Restriction } from './Restriction.tsx'
import { SearchTabs } from './SearchTabs.tsx'
import { TagHead } from './TagHeader.tsx'
import { TypePage } from './TypePage.tsx'
import { useAutoplay } from './useAutoplay.ts'
import styles from './SearchScreen.module.css'

/** `/search`, `/search/{type}` and `/tag/{tag}` (R8): everything that a question finds. */
export default function SearchScreen({ tab, tag }: SearchAddress) {
  const search = useSearch()
  const { me, loading } = useMe()
  const member = me !== null
  const asked = useMemo(() => parseSearchPageQuery({ tab, tag }, new URLSearchParams(search), member), [tab, tag, search, member])
  usePageTitle(asked.q === '' ? undefined : t.search.titleOf(asked.q))
  useLeave(asked.q === '')
  // Whether it is a search of somebody's own collection is not known yet.
  if (asked.q === '' || loading) return null
  return <Asked asked={asked} />
}

function Asked({ asked }: { asked: SearchPageQuery }) {
  const wide = useMedia('(min-width: 768.02px)')
  const side = wide && hasSide(asked.tab)
  const tag = tagOfQuery(asked.q)
  useAutoplay(asked)
  useReport(asked)
  // Another question is another list: what was loaded or failed of one says nothing of the next.
  const key = searchHref(asked)
  return (
    <div className={styles.page}>
      {tag === null ? <Head asked={asked} /> : <TagHead key={tag} tag={tag} asked={asked} />}
      <SearchTabs asked={asked} />
      <Restriction asked={asked} />
      <div className={classes(styles.columns, side && styles.beside)}>
        <div className={styles.left}>
          {asked.tab === 'all' ? (
            <Everything key={key} asked={asked} />
          ) : asked.tab === 'web' ? (
            <WebPage key={key} asked={asked} />
          ) : (
            <TypePage key={key} asked={asked} />
          )}
        </div>
        {side && <Side key={asked.q} asked={asked} />}
      </div>
    </div>
  )
}

/** That something was searched for, and among what; not the words (R21). */
function useReport({ q, tab }: SearchPageQuery) {
  useEffect(() => track('search', { type: tab }), [q, tab])
}

/** Where nothing is asked there is nothing to show: back to where one came from, or home. */
function useLeave(empty: boolean) {
  const [, navigate] = useLocation()
  const left = useRef(false)
  useEffect(() => {
    if (!empty || left.current) return
    left.current = true
    // Entries of other sites are none of our history, where the browser tells them apart.
    const { navigation } = window as { navigation?: { canGoBack: boolean } }
    if (navigation?.canGoBack ?? history.length > 1) history.back()
    else navigate('/', { replace: true })
  }, [empty, navigate])
}
