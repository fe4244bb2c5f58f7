import { Plus } from 'lucide-react'
import type { Category } from '#contract/rules.ts'
import { useIntent, useSite } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { PlayAll, postsSource } from '#widgets/playAll/index.ts'
import styles from './Masthead.module.css'

/** The posts that are talked about, of everything or of one category: what there is to hear of what the page shows. */
const trending = (category: Category | null) =>
  category
    ? postsSource({ category, sort: 'trending' }, t.playAll.trendingIn(t.categories[category]), `/${category}`)
    : postsSource({ sort: 'trending' }, t.playAll.everything, '/discover')

/** What Strand is for, or which category this is, and the two things to begin with. */
export function Masthead({ category }: { category: Category | null }) {
  const intend = useIntent()
  const { readOnly } = useSite()
  return (
    <header className={styles.head}>
      <h1 className={styles.heading} tabIndex={-1}>
        {category ? t.categories[category] : t.discover.heading}
      </h1>
      <div className={styles.actions}>
        <PlayAll source={trending(category)} />
        {!readOnly && (
          <Button kind="primary" icon={<Icon as={Plus} />} onClick={() => intend({ type: 'startbead' })}>
            {t.discover.start}
          </Button>
        )}
      </div>
    </header>
  )
}
