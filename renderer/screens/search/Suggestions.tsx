import { searchHref, type SearchPageQuery } from '#contract/pages/search.ts'
import { t } from '#texts/index.ts'
import { ButtonLink } from '#ui/Button.tsx'
import { OtherCategories } from './OtherCategories.tsx'
import { useUnrestrictedResults } from './useUnrestrictedResults.ts'
import styles from './Suggestions.module.css'

/**
 * Below the results of a restricted search: how many more there are without the restrictions, and in which categories
 * (X4).
 *
 * @param types comma-separated types of results to count
 * @param found number of results with the restrictions
 */
export function Suggestions({ query, types, found }: { query: SearchPageQuery; types: string; found: number }) {
  const outside = useUnrestrictedResults(query, types, found)
  if (outside === null) return null
  return (
    <section className={styles.box} aria-labelledby="more-outside">
      <div className={styles.words}>
        <h2 id="more-outside" className={styles.title}>
          {t.search.moreOutside}
        </h2>
        <p className={styles.text}>{t.search.moreOutsideText(outside.more, outside.uncounted)}</p>
      </div>
      <WiderSearches query={query} total={outside.total} uncounted={outside.uncounted} />
      {query.category && <OtherCategories query={query} categories={outside.categories} />}
    </section>
  )
}

/** Links that remove one restriction each, and one that removes all. */
export function WiderSearches({ query, total, uncounted }: { query: SearchPageQuery; total: number; uncounted: boolean }) {
  const { category, own } = query
  return (
    <div className={styles.ways}>
      {category && own && (
        <ButtonLink href={searchHref({ ...query, category: null })} size="small">
          {t.search.everyCategoryOwn}
        </ButtonLink>
      )}
      {category && own && (
        <ButtonLink href={searchHref({ ...query, own: false })} size="small">
          {t.search.outsideIn(t.categories[category])}
        </ButtonLink>
      )}
      <ButtonLink href={searchHref({ ...query, category: null, own: false })} size="small">
        {category && own
          ? t.search.everywhere(total, uncounted)
          : category
            ? t.search.everyCategory(total, uncounted)
            : t.search.outside(total, uncounted)}
      </ButtonLink>
    </div>
  )
}
