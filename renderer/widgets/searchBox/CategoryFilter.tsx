import type { CSSProperties } from 'react'
import { ChevronDown, Shapes } from 'lucide-react'
import { useLocation } from 'wouter'
import { categories, type Category } from '#contract/rules.ts'
import { t } from '#texts/index.ts'
import { Icon } from '#ui/Icon.tsx'
import { Menu, type MenuItem } from '#ui/Menu.tsx'
import type { SearchContext } from './types.ts'
import styles from './CategoryFilter.module.css'

/** Menu of categories. On the results page it filters the results, elsewhere it opens the category's page (X6). */
export function CategoryFilter({ place: { category, withCategory: recategorised } }: { place: SearchContext }) {
  const [, navigate] = useLocation()
  const choice = (value: Category | null): MenuItem => ({
    id: value ?? 'all',
    label: value ? t.categories[value] : t.searchBox.everything,
    icon: value ? <span className={styles.mark} style={markOf(value)} /> : <Icon as={Shapes} size={16} />,
    checked: value === category,
    onSelect: () => navigate(recategorised?.(value) ?? (value ? `/${value}` : '/discover')),
  })
  const name = category ? t.categories[category] : t.searchBox.everything
  return (
    <Menu
      label={t.searchBox.categories}
      align="start"
      items={[null, ...categories].map(choice)}
      trigger={(properties) => (
        <button
          type="button"
          {...properties}
          className={styles.filter}
          aria-label={t.searchBox.category(name)}
          title={t.searchBox.category(name)}
        >
          {category ? (
            <span className={styles.mark} style={markOf(category)} />
          ) : (
            <span className={styles.all}>
              <Icon as={Shapes} />
            </span>
          )}
          <span className={styles.name}>{name}</span>
          <span className={styles.more}>
            <Icon as={ChevronDown} size={16} />
          </span>
        </button>
      )}
    />
  )
}

const markOf = (category: Category) => ({ '--mark': `var(--category-${category})` }) as CSSProperties
