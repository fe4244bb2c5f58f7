import type { CSSProperties } from 'react'
import type { Category } from '#contract/rules.ts'
import { t } from '#texts/index.ts'
import styles from './CategoryMark.module.css'

/** A category as a dot in its colour and its name. */
export const CategoryMark = ({ category }: { category: Category }) => (
  <span className={styles.mark} style={{ '--mark': `var(--category-${category})` } as CSSProperties}>
    {t.categories[category]}
  </span>
)
