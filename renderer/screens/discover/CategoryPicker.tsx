import type { CSSProperties } from 'react'
import { Link } from 'wouter'
import { categories, type Category } from '#contract/rules.ts'
import { t } from '#texts/index.ts'
import styles from './CategoryPicker.module.css'

export const CategoryPicker = ({ current }: { current: Category | null }) => (
  <nav className={styles.picker} aria-label={t.discover.categories}>
    <Choice href="/discover" name={t.discover.all} chosen={current === null} />
    {categories.map((category) => (
      <Choice
        key={category}
        href={`/${category}`}
        name={t.categories[category]}
        mark={`var(--category-${category})`}
        chosen={category === current}
      />
    ))}
  </nav>
)

const Choice = ({ href, name, mark, chosen }: { href: string; name: string; mark?: string; chosen: boolean }) => (
  <Link href={href} className={styles.choice} aria-current={chosen ? 'page' : undefined} style={{ '--mark': mark } as CSSProperties}>
    {mark && <span className={styles.mark} />}
    {name}
  </Link>
)
