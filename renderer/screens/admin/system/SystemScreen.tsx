import { failureMessage } from '#data/index.ts'
import { useSystemQuery } from '#data/system.ts'
import { t } from '#texts/index.ts'
import { Skeleton, SkeletonGroup } from '#ui/Skeleton.tsx'
import { ErrorState } from '#ui/States.tsx'
import { AdminPage } from '../AdminPage.tsx'
import { useRefresh } from '../useRefresh.ts'
import { AnnouncementSection } from './AnnouncementSection.tsx'
import { ReadOnlySection } from './ReadOnlySection.tsx'
import { DatabaseSection, LimitSection, MailSection, SearchSection, ServerSection, SlowQuerySection } from './StateSections.tsx'
import { refreshMs } from './refresh.ts'
import { JobSection, OutboxSection } from './WorkSections.tsx'
import styles from './system.module.css'

/** `/admin/system`: read-only mode, announcements and the state of the server (M1). */
export default function SystemScreen() {
  return (
    <AdminPage title={t.system.title} section="system">
      <ReadOnlySection />
      <AnnouncementSection />
      <SystemState />
    </AdminPage>
  )
}

function SystemState() {
  const { data, error, isFetching, refetch } = useSystemQuery(undefined, { refetchOnMountOrArgChange: true })
  const refresh = (): void => void refetch()
  useRefresh(refresh, refreshMs)
  if (!data) {
    if (error && !isFetching) return <ErrorState message={failureMessage(error)} onRetry={refresh} />
    return (
      <SkeletonGroup label={t.admin.loading}>
        {Array.from({ length: 4 }, (_, index) => (
          <Skeleton key={index} width="100%" height="8rem" />
        ))}
      </SkeletonGroup>
    )
  }
  return (
    <>
      <p className={styles.error} role="alert">
        {error ? failureMessage(error) : null}
      </p>
      <ServerSection server={data.server} />
      <OutboxSection outbox={data.outbox} onChanged={refresh} />
      <JobSection jobs={data.jobs} onChanged={refresh} />
      <DatabaseSection database={data.database} storage={data.storage} />
      <SearchSection search={data.search} />
      <MailSection mail={data.mail} />
      <LimitSection limits={data.limits} />
      <SlowQuerySection slowQueries={data.slowQueries} />
    </>
  )
}
