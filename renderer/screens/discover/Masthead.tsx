import { Plus } from 'lucide-react'
import type { Category } from '#contract/rules.ts'
import { useIntent, useSite } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { PlayAll, postsSource } from '#widgets/playAll/index.ts'
import styles from './Masthead.module.css'

/** What "Play all" plays: the trending posts of the category, or of all categories. */
const trendingSource = (category: Category | null) =>
  category
    ? postsSource({ category, sort: 'trending' }, t.playAll.trendingIn(t.categories[category]), `/${category}`)
    : postsSource({ sort: 'trending' }, t.playAll.everything, '/discover')

/** The heading of the discover page, with "Play all" and "Start a Playlist". */
export function Masthead({ category }: { category: Category | null }) {
  const intend = useIntent()
  const { readOnly } = useSite()
  return (
    <header className={styles.head}>
      <h1 className={styles.heading} tabIndex={-1}>
        {category ? t.categories[category] : t.discover.heading}
      </h1>
      <div className={styles.actions}>
        <PlayAll source={trendingSource(category)} />
        {!readOnly && (
          <Button kind="primary" icon={<Icon as={Plus} />} onClick={() => intend({ type: 'startbead' })}>
            {t.discover.start}
          </Button>
        )}
      </div>
    </header>
  )
}
