import { useLayoutEffect, useRef } from 'react'
import { Link } from 'wouter'
import { searchTabs } from '#contract/rules.ts'
import { searchHref, type SearchPageQuery } from '#contract/pages/search.ts'
import { t } from '#texts/index.ts'
import styles from './SearchTabs.module.css'

/** Everything, and each type: links, so that each has an address that keeps what restricts the search. */
export function SearchTabs({ asked }: { asked: SearchPageQuery }) {
  const list = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const current = list.current?.querySelector('[aria-current]')?.getBoundingClientRect()
    const all = list.current?.getBoundingClientRect()
    // Where they do not all fit, the one that is open is seen whole.
    if (current && all && (current.left < all.left || current.right > all.right))
      list.current?.scrollBy({ left: current.left + current.width / 2 - all.left - all.width / 2 })
  }, [asked.tab])
  return (
    <nav ref={list} className={styles.tabs} aria-label={t.search.tabsLabel}>
      {searchTabs.map((tab) => (
        <Link key={tab} href={searchHref({ ...asked, tab })} className={styles.tab} aria-current={tab === asked.tab ? 'page' : undefined}>
          {t.search.tabs[tab]}
        </Link>
      ))}
    </nav>
  )
}
