import { ArrowDown, ArrowUp, Shuffle } from 'lucide-react'
import { useLocation } from 'wouter'
import { collectionHref, type CollectionQuery } from '#contract/pages/collection.ts'
import { t } from '#texts/index.ts'
import { Icon } from '#ui/Icon.tsx'
import styles from './SortButtons.module.css'

/** Sorts by time or shuffles (Y1). The seed `ts` of the shuffle is in the URL, so going back restores the order. */
export function SortButtons({ query }: { query: CollectionQuery }) {
  const [, navigate] = useLocation()
  const { sort } = query
  const byTime = sort === 'recent' || sort === 'earliest'
  const sortByTime = () => navigate(collectionHref({ ...query, sort: sort === 'recent' ? 'earliest' : 'recent' }))
  const shuffle = () => navigate(collectionHref({ ...query, sort: 'shuffle', ts: Date.now() }))
  return (
    <div className={styles.sorts} role="group" aria-label={t.collection.orders}>
      <button
        type="button"
        className={styles.sort}
        aria-pressed={byTime}
        aria-label={byTime ? (sort === 'recent' ? t.collection.recentFirst : t.collection.recentEarliest) : undefined}
        onClick={sortByTime}
      >
        {t.collection.recent}
        {byTime && <Icon as={sort === 'recent' ? ArrowDown : ArrowUp} size={16} />}
      </button>
      <button type="button" className={styles.sort} aria-pressed={sort === 'shuffle'} onClick={shuffle}>
        <Icon as={Shuffle} size={16} />
        {t.collection.shuffle}
      </button>
    </div>
  )
}
