import type { CSSProperties } from 'react'
import { Link } from 'wouter'
import { categories, type Category } from '#contract/rules.ts'
import { t } from '#texts/index.ts'
import styles from './CategoryPicker.module.css'

/** Links to the home page and to the page of each category. */
export const CategoryPicker = ({ current }: { current: Category | null }) => (
  <nav className={styles.picker} aria-label={t.discover.categories}>
    <CategoryLink href="/discover" name={t.discover.all} isCurrent={current === null} />
    {categories.map((category) => (
      <CategoryLink
        key={category}
        href={`/${category}`}
        name={t.categories[category]}
        mark={`var(--category-${category})`}
        isCurrent={category === current}
      />
    ))}
  </nav>
)

const CategoryLink = ({ href, name, mark, isCurrent }: { href: string; name: string; mark?: string; isCurrent: boolean }) => (
  <Link href={href} className={styles.choice} aria-current={isCurrent ? 'page' : undefined} style={{ '--mark': mark } as CSSProperties}>
    {mark && <span className={styles.mark} />}
    {name}
  </Link>
)
