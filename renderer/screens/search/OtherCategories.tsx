import { Link } from 'wouter'
import type { Category } from '#contract/rules.ts'
import { searchHref, type SearchPageQuery } from '#contract/pages/search.ts'
import { t } from '#texts/index.ts'
import { CategoryMark } from '#ui/CategoryMark.tsx'
import styles from './Suggestions.module.css'

/** Links to the same search in other categories, not restricted to the own collection. */
export const OtherCategories = ({ query, categories }: { query: SearchPageQuery; categories: readonly Category[] }) =>
  categories.length > 0 && (
    <nav className={styles.categories} aria-label={t.search.otherCategories}>
      <span className={styles.text} aria-hidden="true">
        {t.search.otherCategories}
      </span>
      {categories.map((category) => (
        <Link key={category} href={searchHref({ ...query, category, own: false })} className={styles.category}>
          <CategoryMark category={category} />
        </Link>
      ))}
    </nav>
  )
