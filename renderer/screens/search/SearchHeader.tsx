import type { SearchPageQuery } from '#contract/pages/search.ts'
import { t } from '#texts/index.ts'
import { PlayResults } from './PlayResults.tsx'
import styles from './SearchHeader.module.css'

export const SearchHeader = ({ query }: { query: SearchPageQuery }) => (
  <header className={styles.head}>
    <h1 className={styles.title} tabIndex={-1}>
      {t.search.heading(query.q)}
    </h1>
    <PlayResults query={query} />
  </header>
)
