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

/** What the search is restricted to, each with its way out; and the way into one's own collection (X4). */
export function Restriction({ asked }: { asked: SearchPageQuery }) {
  const { me } = useMe()
  const { category, own, tab } = asked
  // Elsewhere on the web there are no categories, and nobody's collection.
  if (tab === 'web' || (category === null && me === null)) return null
  return (
    <div className={styles.bar} role="group" aria-label={t.search.restricted}>
      {category && (
        <Chip on href={searchHref({ ...asked, category: null })} name={t.search.leaveCategory(t.categories[category])}>
          <CategoryMark category={category} />
        </Chip>
      )}
      {me && (
        <Chip on={own} href={searchHref({ ...asked, own: !own })} name={own ? t.search.leaveOwn : t.search.onlyOwn}>
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
