import { useLocation, useSearch } from 'wouter'
import { failureMessage, moreOf } from '#data/index.ts'
import { useAdminLogInfiniteQuery } from '#data/adminLog.ts'
import { t } from '#texts/index.ts'
import { ListTail } from '#ui/ListTail.tsx'
import { Skeleton, SkeletonGroup } from '#ui/Skeleton.tsx'
import { EmptyState, ErrorState } from '#ui/States.tsx'
import { AdminPage } from './AdminPage.tsx'
import { LogEntry } from './LogEntry.tsx'
import { LogFilterForm } from './LogFilterForm.tsx'
import { filterOf, searchOf, usedFields, type LogFilter } from './logFilter.ts'
import styles from './Log.module.css'

/** `/admin/log`: every admin action with who, what and when (BY14). */
export default function LogScreen() {
  const search = useSearch()
  const [path, navigate] = useLocation()
  const filter = filterOf(search)
  return (
    <AdminPage title={t.admin.log.title} section="log">
      <LogFilterForm key={search} filter={filter} onChange={(changed) => navigate(`${path}${searchOf(changed)}`)} />
      <LogEntries filter={filter} />
    </AdminPage>
  )
}

const LoadingEntries = () => (
  <SkeletonGroup label={t.admin.loading}>
    {Array.from({ length: 6 }, (_, index) => (
      <Skeleton key={index} width="100%" height="4rem" />
    ))}
  </SkeletonGroup>
)

function LogEntries({ filter }: { filter: LogFilter }) {
  const query = useAdminLogInfiniteQuery({ query: usedFields(filter) }, { refetchOnMountOrArgChange: true })
  const { currentData, error, isFetching } = query
  if (!currentData) {
    if (error && !isFetching) return <ErrorState message={failureMessage(error)} onRetry={() => void query.refetch()} />
    return <LoadingEntries />
  }
  const entries = currentData.pages.flatMap(({ results }) => results)
  if (entries.length === 0) return <EmptyState level={2} title={t.admin.log.empty} />
  return (
    <div className={styles.entries}>
      <ul className={styles.list} aria-label={t.admin.log.title}>
        {entries.map((entry) => (
          <LogEntry key={entry.id} entry={entry} />
        ))}
      </ul>
      <ListTail
        more={moreOf(query)}
        onMore={() => void query.fetchNextPage()}
        skeleton={<LoadingEntries />}
        failed={{ message: failureMessage(error) }}
      />
    </div>
  )
}
