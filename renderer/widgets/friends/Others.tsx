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
  words: string
  /** Uids listed elsewhere or excluded. */
  without: readonly string[]
  /** No followers are listed above. */
  alone: boolean
  children: (member: MemberRef) => ReactNode
}

/** Debounce of the search in ms (B4). */
const pause = 450

/** Members found by name. */
export function Others({ words, without, alone, children }: OthersProps) {
  const [asked, setAsked] = useState('')
  useEffect(() => {
    const timer = setTimeout(setAsked, pause, words.slice(0, 100))
    return () => clearTimeout(timer)
  }, [words])
  const query = useSearchInfiniteQuery(
    { query: { q: asked, type: 'member', limit: limits.page.members, autocomplete: '1' } },
    { skip: asked === '' },
  )
  const out = new Set(without)
  const found: MemberRef[] = (query.currentData?.pages ?? [])
    .flatMap(({ results }) => results)
    .flatMap(({ type, id, title, image }) => (type === 'member' && !out.has(id) ? [{ uid: id, name: title, image, verified: false }] : []))
  const waiting = asked !== words.slice(0, 100) || query.isFetching
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
      <InfiniteScroll hasMore={query.hasNextPage} paused={query.isFetching || query.isError} onMore={() => void query.fetchNextPage()} />
      {query.isError && !waiting ? (
        <div className={styles.none}>
          <p role="alert">{failureMessage(query.error)}</p>
          <Button size="small" onClick={() => void query.refetch()}>
            {t.common.retry}
          </Button>
        </div>
      ) : (
        <p role="status" className={found.length === 0 && (alone || waiting) ? styles.none : undefined}>
          {found.length > 0 ? '' : waiting ? t.friends.searching : alone ? t.friends.nobodyFits : ''}
        </p>
      )}
    </>
  )
}
