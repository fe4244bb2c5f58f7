import { Plus } from 'lucide-react'
import type { Category } from '../../../server/contract/rules.ts'
import { useIntent } from '../../app/api/index.ts'
import { t } from '../../texts/index.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { usePageTitle } from '../../ui/page.ts'
import { PlayAll, postsSource } from '../playAll/index.ts'
import { BeadOfTheDay } from './BeadOfTheDay.tsx'
import { CategoryPicker } from './CategoryPicker.tsx'
import { TopBeads } from './TopBeads.tsx'
import styles from './DiscoverScreen.module.css'

/** The posts that are talked about, of everything or of one category: what there is to hear of what the page shows. */
const trending = (category: Category | null) =>
  category
    ? postsSource({ category, sort: 'trending' }, t.queue.trendingIn(t.categories[category]), `/${category}`)
    : postsSource({ sort: 'trending' }, t.queue.everything, '/discover')

/** The home page: the best playlists of everything or of one category (V1). */
export default function DiscoverScreen({ category }: { category: Category | null }) {
  usePageTitle(category ? t.categories[category] : t.discover.title)
  const intend = useIntent()
  return (
    <div className={styles.screen}>
      <header className={styles.head}>
        <h1 className={styles.heading} tabIndex={-1}>{category ? t.categories[category] : t.discover.heading}</h1>
        <div className={styles.actions}>
          <PlayAll source={trending(category)} />
          <Button kind="primary" icon={<Icon as={Plus} />} onClick={() => intend({ type: 'startbead' })}>{t.discover.start}</Button>
        </div>
      </header>
      <CategoryPicker current={category} />
      <BeadOfTheDay category={category} />
      {/* Another category is another list: what was loaded or failed of one says nothing of the next. */}
      <TopBeads key={category} category={category} />
    </div>
  )
}
