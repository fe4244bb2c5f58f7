import type { ReactNode } from 'react'
import { Library, X } from 'lucide-react'
import { Link } from 'wouter'
import { searchHref, type SearchPageQuery } from '#contract/pages/search.ts'
import { useMe } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { CategoryMark } from '#ui/CategoryMark.tsx'
import { classes } from '#ui/classes.ts'
import { Icon } from '#ui/Icon.tsx'
import styles from './Restriction.module.css'

/**
 * The restrictions of the search as chips (X4): the category, with a link that removes it, and for members a link that
 * turns the restriction to their own collection on or off.
 */
export function Restriction({ query }: { query: SearchPageQuery }) {
  const { me } = useMe()
  const { category, own, tab } = query
  // Results of other services have no categories and are in no collection.
  if (tab === 'web' || (category === null && me === null)) return null
  return (
    <div className={styles.bar} role="group" aria-label={t.search.restricted}>
      {category && (
        <Chip on href={searchHref({ ...query, category: null })} name={t.search.leaveCategory(t.categories[category])}>
          <CategoryMark category={category} />
        </Chip>
      )}
      {me && (
        <Chip on={own} href={searchHref({ ...query, own: !own })} name={own ? t.search.leaveOwn : t.search.onlyOwn}>
          <Icon as={Library} size={16} />
          {own ? t.search.inOwn : t.search.onlyOwn}
        </Chip>
      )}
    </div>
  )
}

const Chip = ({ on, href, name, children }: { on: boolean; href: string; name: string; children: ReactNode }) => (
  <Link href={href} className={classes(styles.chip, on && styles.on)} aria-label={name} title={name}>
    {children}
    {on && <Icon as={X} size={16} />}
  </Link>
)
