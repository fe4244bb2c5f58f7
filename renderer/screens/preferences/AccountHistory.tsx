import { useId } from 'react'
import { Link } from 'wouter'
import type { HistoryEntry } from '#contract/schemas/adminMembers.ts'
import type { Me } from '#contract/schemas.ts'
import { useAccountHistoryInfiniteQuery } from '#data/accountHistory.ts'
import { failureMessage, moreOf } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { fullDate, joined } from '#ui/format.ts'
import { ListTail } from '#ui/ListTail.tsx'
import { Skeleton, SkeletonGroup } from '#ui/Skeleton.tsx'
import { ErrorState } from '#ui/States.tsx'
import { TimeAgo } from '#ui/TimeAgo.tsx'
import styles from './AccountHistory.module.css'

/** The tab "History": what admins did to the account, posts, comments and playlists, and why (BY14). */
export function AccountHistory({ me: { suspension } }: { me: Me }) {
  const heading = useId()
  return (
    <section className={styles.section} aria-labelledby={heading}>
      {suspension && (
        <div className={styles.notice}>
          <h2 className={styles.title}>{t.accountHistory.suspendedTitle}</h2>
          <p>
            {suspension.until === null ? t.accountHistory.endless : t.accountHistory.until(fullDate(suspension.until))}{' '}
            {t.accountHistory.allowed}
          </p>
          <p>{t.accountHistory.reason(suspension.reason)}</p>
        </div>
      )}
      <h2 id={heading} className={styles.heading}>
        {t.accountHistory.heading}
      </h2>
      <p className={styles.soft}>{t.accountHistory.text}</p>
      <Entries />
    </section>
  )
}

const LoadingEntries = () => (
  <SkeletonGroup label={t.accountHistory.loading}>
    <Skeleton width="100%" height="4rem" />
  </SkeletonGroup>
)

function Entries() {
  const query = useAccountHistoryInfiniteQuery(undefined, { refetchOnMountOrArgChange: true })
  const { currentData, error, isFetching } = query
  if (!currentData) {
    if (error && !isFetching) return <ErrorState message={failureMessage(error)} onRetry={() => void query.refetch()} />
    return <LoadingEntries />
  }
  const entries = currentData.pages.flatMap(({ results }) => results)
  if (entries.length === 0) return <p>{t.accountHistory.none}</p>
  return (
    <>
      <ul className={styles.list} aria-label={t.accountHistory.heading}>
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ul>
      <ListTail
        more={moreOf(query)}
        onMore={() => void query.fetchNextPage()}
        skeleton={<LoadingEntries />}
        failed={{ message: failureMessage(error) }}
      />
    </>
  )
}

/** The names of the privileges and roles that got this value. */
const rightsWith = ({ changes }: HistoryEntry, value: boolean): string =>
  joined(Object.entries(changes).flatMap(([name, is]) => (is === value ? (t.accountHistory.rights[name] ?? []) : [])))

function Entry({ entry }: { entry: HistoryEntry }) {
  const { action, target, title, reason, until, counts, creationDate } = entry
  const isLinked = (target.kind === 'post' || target.kind === 'bead') && !action.endsWith('.delete')
  const [granted, revoked] = [rightsWith(entry, true), rightsWith(entry, false)]
  return (
    <li className={styles.entry}>
      <p>
        <strong>{t.accountHistory.actions[action]}</strong>
        {title !== null && <> {isLinked ? <Link href={`/${target.id}`}>{title}</Link> : <q>{title}</q>}</>}
      </p>
      {granted !== '' && <p>{t.accountHistory.granted(granted)}</p>}
      {revoked !== '' && <p>{t.accountHistory.revoked(revoked)}</p>}
      {counts && <p>{t.accountHistory.contents(counts)}</p>}
      {action === 'member.suspend' && <p>{until === null ? t.accountHistory.endless : t.accountHistory.until(fullDate(until))}</p>}
      <p>{reason === null ? t.accountHistory.noReason : t.accountHistory.reason(reason)}</p>
      <TimeAgo instant={creationDate} className={styles.soft} />
    </li>
  )
}
