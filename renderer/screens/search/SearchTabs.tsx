import { useLayoutEffect, useRef } from 'react'
import { Link } from 'wouter'
import { searchTabs } from '#contract/rules.ts'
import { searchHref, type SearchPageQuery } from '#contract/pages/search.ts'
import { t } from '#texts/index.ts'
import styles from './SearchTabs.module.css'

/** Links to the tabs: all results, and each type. They retain the restrictions. */
export function SearchTabs({ query }: { query: SearchPageQuery }) {
  const list = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const current = list.current?.querySelector('[aria-current]')?.getBoundingClientRect()
    const all = list.current?.getBoundingClientRect()
    // If the tabs overflow, scroll the current one into view.
    if (current && all && (current.left < all.left || current.right > all.right))
      list.current?.scrollBy({ left: current.left + current.width / 2 - all.left - all.width / 2 })
  }, [query.tab])
  return (
    <nav ref={list} className={styles.tabs} aria-label={t.search.tabsLabel}>
      {searchTabs.map((tab) => (
        <Link key={tab} href={searchHref({ ...query, tab })} className={styles.tab} aria-current={tab === query.tab ? 'page' : undefined}>
          {t.search.tabs[tab]}
        </Link>
      ))}
    </nav>
  )
}
