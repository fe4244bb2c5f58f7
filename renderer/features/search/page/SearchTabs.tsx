import { Link } from 'wouter'
import { searchTabs } from '../../../../server/contract/rules.ts'
import { searchHref, type SearchAsked } from '../../../../server/contract/searchPage.ts'
import { t } from '../../../texts/index.ts'
import styles from './SearchTabs.module.css'

/** Everything, and each type: links, so that each has an address that keeps what restricts the search. */
export const SearchTabs = ({ asked }: { asked: SearchAsked }) => (
  <nav className={styles.tabs} aria-label={t.search.tabsLabel}>
    {searchTabs.map((tab) => (
      <Link key={tab} href={searchHref({ ...asked, tab })} className={styles.tab} aria-current={tab === asked.tab ? 'page' : undefined}>
        {t.search.tabs[tab]}
      </Link>
    ))}
  </nav>
)
