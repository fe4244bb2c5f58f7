import { useRef, type ReactNode } from 'react'
import { UsersRound } from 'lucide-react'
import { failureMessage, type Listing } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { useFocusWhenEmptied, useFocusFallback } from '#ui/focus.ts'
import { Icon } from '#ui/Icon.tsx'
import { ListTail } from '#ui/ListTail.tsx'
import { SkeletonGroup } from '#ui/Skeleton.tsx'
import { SkeletonRow } from '#ui/SkeletonRow.tsx'
import { EmptyState, ErrorState } from '#ui/States.tsx'
import styles from './People.module.css'

interface PagedListProps<T> {
  list: Listing<T>
  label: string
  /** Text for an empty list. */
  empty: string
  keyOf: (item: T) => string
  row: (item: T) => ReactNode
}

/** A paged list in its states: loading, failed, empty, and with rows. */
export function PagedList<T>(props: PagedListProps<T>) {
  const { list, empty } = props
  useFocusWhenEmptied(list.items.length)
  if (list.state === 'loading') return <RowsSkeleton count={6} />
  if (list.state === 'failed') return <ErrorState title={t.people.failed} message={failureMessage(list.error)} onRetry={list.retry} />
  if (list.items.length === 0) return <EmptyState title={empty} icon={<Icon as={UsersRound} size={28} />} />
  return <Rows {...props} />
}

function Rows<T>({ list, label, keyOf, row }: PagedListProps<T>) {
  const rows = useRef<HTMLUListElement>(null)
  // Unfollowing removes the row, and with it the focused button, from the member's own list.
  useFocusFallback(rows, (place) => (rows.current?.children[place] ?? rows.current?.lastElementChild)?.querySelector('button'))
  return (
    <>
      <ul ref={rows} className={styles.list} aria-label={label}>
        {list.items.map((item) => (
          <li key={keyOf(item)}>{row(item)}</li>
        ))}
      </ul>
      <ListTail
        more={list.more}
        onMore={list.loadMore}
        skeleton={<RowsSkeleton count={3} />}
        failed={{ title: t.people.moreFailed, message: failureMessage(list.error) }}
      />
    </>
  )
}

const RowsSkeleton = ({ count }: { count: number }) => (
  <SkeletonGroup label={t.people.loading} className={styles.list} count={count}>
    <SkeletonRow className={styles.row} picture="3rem" words={styles.words} widths={['50%', '30%']} heights={['1.1rem', '0.85rem']} />
  </SkeletonGroup>
)
