import { useEffect, useState, type ReactNode } from 'react'
import { limits } from '#contract/limits.ts'
import type { MemberRef } from '#contract/schemas.ts'
import { failureMessage } from '#data/index.ts'
import { useSearchInfiniteQuery } from '#data/search.ts'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { InfiniteScroll } from '#ui/InfiniteScroll.tsx'
import styles from './FriendPicker.module.css'

interface OthersProps {
  query: string
  /** Uids to leave out: followers listed above, and members who cannot be chosen. */
  exclude: readonly string[]
  /** No followers are listed above. */
  isOnlyList: boolean
  /** Renders one member. */
  children: (member: MemberRef) => ReactNode
}

/** Debounce of the search in ms (B4). */
const debounceMs = 450

/** Search among all members, shown below the matching followers. */
export function MemberSearch({ query, exclude, isOnlyList, children }: OthersProps) {
  const [debouncedQuery, setDebouncedQuery] = useState('')
  useEffect(() => {
    const timer = setTimeout(setDebouncedQuery, debounceMs, query.slice(0, 100))
    return () => clearTimeout(timer)
  }, [query])
  const search = useSearchInfiniteQuery(
    { query: { q: debouncedQuery, type: 'member', limit: limits.page.members, autocomplete: '1' } },
    { skip: debouncedQuery === '' },
  )
  const out = new Set(exclude)
  const found: MemberRef[] = (search.currentData?.pages ?? [])
    .flatMap(({ results }) => results)
    .flatMap(({ type, id, title, image }) => (type === 'member' && !out.has(id) ? [{ uid: id, name: title, image, verified: false }] : []))
  /** The debounce or the request is pending. */
  const waiting = debouncedQuery !== query.slice(0, 100) || search.isFetching
  return (
    <>
      {found.length > 0 && (
        <>
          <h4 className={styles.others}>{t.friends.others}</h4>
          <ul className={styles.list} aria-label={t.friends.others}>
            {found.map((member) => (
              <li key={member.uid}>{children(member)}</li>
            ))}
          </ul>
        </>
      )}
      <InfiniteScroll
        hasMore={search.hasNextPage}
        paused={search.isFetching || search.isError}
        onMore={() => void search.fetchNextPage()}
      />
      {search.isError && !waiting ? (
        <div className={styles.none}>
          <p role="alert">{failureMessage(search.error)}</p>
          <Button size="small" onClick={() => void search.refetch()}>
            {t.common.retry}
          </Button>
        </div>
      ) : (
        <p role="status" className={found.length === 0 && (isOnlyList || waiting) ? styles.none : undefined}>
          {found.length > 0 ? '' : waiting ? t.friends.searching : isOnlyList ? t.friends.noMatch : ''}
        </p>
      )}
    </>
  )
}
