import { searchHref, type SearchPageQuery } from '#contract/pages/search.ts'
import { t } from '#texts/index.ts'
import { ButtonLink } from '#ui/Button.tsx'
import { OtherCategories } from './OtherCategories.tsx'
import { useOutside } from './useUnrestrictedResults.ts'
import styles from './Suggestions.module.css'

/** After what a restricted search found: how much more there is, and where (X4). */
export function Suggestions({ asked, types, found }: { asked: SearchPageQuery; types: string; found: number }) {
  const outside = useOutside(asked, types, found)
  if (outside === null) return null
  return (
    <section className={styles.box} aria-labelledby="more-outside">
      <div className={styles.words}>
        <h2 id="more-outside" className={styles.title}>
          {t.search.moreOutside}
        </h2>
        <p className={styles.text}>{t.search.moreOutsideText(outside.more, outside.uncounted)}</p>
      </div>
      <WaysOut asked={asked} total={outside.total} uncounted={outside.uncounted} />
      {asked.category && <OtherCategories asked={asked} categories={outside.categories} />}
    </section>
  )
}

/** One for each thing that restricts the search, and one for both together. */
export function WaysOut({ asked, total, uncounted }: { asked: SearchPageQuery; total: number; uncounted: boolean }) {
  const { category, own } = asked
  return (
    <div className={styles.ways}>
      {category && own && (
        <ButtonLink href={searchHref({ ...asked, category: null })} size="small">
          {t.search.everyCategoryOwn}
        </ButtonLink>
      )}
      {category && own && (
        <ButtonLink href={searchHref({ ...asked, own: false })} size="small">
          {t.search.outsideIn(t.categories[category])}
        </ButtonLink>
      )}
      <ButtonLink href={searchHref({ ...asked, category: null, own: false })} size="small">
        {category && own
          ? t.search.everywhere(total, uncounted)
          : category
            ? t.search.everyCategory(total, uncounted)
            : t.search.outside(total, uncounted)}
      </ButtonLink>
    </div>
  )
}
