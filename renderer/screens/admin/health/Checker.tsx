import type { ReactNode } from 'react'
import type { FailingHost } from '#contract/endpoints/health.ts'
import { useCheckerQuery, useFailingHostsInfiniteQuery, type CheckerState } from '#data/adminHealth.ts'
import { failureMessage, moreOf } from '#data/index.ts'
import { useRunJobMutation } from '#data/system.ts'
import { limits } from '#contract/limits.ts'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { fullDate } from '#ui/format.ts'
import { ListTail } from '#ui/ListTail.tsx'
import { Skeleton, SkeletonGroup } from '#ui/Skeleton.tsx'
import { ErrorState } from '#ui/States.tsx'
import { TimeAgo } from '#ui/TimeAgo.tsx'
import { showToast } from '#ui/toast.ts'
import { Facts, Section } from '../sections.tsx'
import { useRefresh } from '../useRefresh.ts'
import styles from './Health.module.css'

/** How often the state is read again (ms). */
const refreshMs = 10_000

/** The state of the link checker: its rounds, due links, and hosts with errors. */
export function Checker() {
  const { data, error, isFetching, refetch } = useCheckerQuery(undefined, { refetchOnMountOrArgChange: true })
  const refresh = (): void => void refetch()
  useRefresh(refresh, refreshMs)
  if (!data) {
    if (error && !isFetching) return <ErrorState message={failureMessage(error)} onRetry={refresh} />
    return (
      <SkeletonGroup label={t.admin.loading}>
        <Skeleton width="100%" height="14rem" />
        <Skeleton width="100%" height="10rem" />
      </SkeletonGroup>
    )
  }
  return (
    <>
      <p className={styles.error} role="alert">
        {error ? failureMessage(error) : null}
      </p>
      <Rounds state={data} onChanged={refresh} />
      <Hosts />
    </>
  )
}

function Rounds({ state, onChanged }: { state: CheckerState; onChanged: () => void }) {
  const { isRunning, lastRunDate, nextRunDate, failures, round, due, nextDueDate } = state
  const [run, { isLoading }] = useRunJobMutation()
  const texts = t.adminHealth.checker

  async function runNow(): Promise<void> {
    const { error: failure } = await run({ params: { name: 'links.check' } })
    showToast(failure ? { text: failureMessage(failure), kind: 'error', now: true } : { text: texts.started, now: true })
    onChanged()
  }

  const facts: [name: string, value: ReactNode][] = [
    [texts.lastRound, lastRunDate === null ? texts.never : <TimeAgo instant={lastRunDate} />],
    [texts.nextRound, isRunning ? texts.running : fullDate(nextRunDate)],
    [texts.due, due >= limits.dueLinks ? texts.atLeast(due) : texts.links(due)],
    [texts.nextDue, nextDueDate === null ? texts.noLinks : due > 0 ? <TimeAgo instant={nextDueDate} /> : fullDate(nextDueDate)],
    ...(round
      ? [
          [
            texts.latest,
            <>
              {texts.results(round)} (<TimeAgo instant={round.endDate} />)
            </>,
          ] satisfies [string, ReactNode],
        ]
      : []),
  ]
  return (
    <Section title={texts.rounds}>
      <p className={styles.soft}>{texts.text}</p>
      <Facts facts={facts} />
      {failures > 0 && <p className={styles.error}>{texts.failed(failures)}</p>}
      <div className={styles.buttons}>
        <Button busy={isLoading} disabled={isRunning} onClick={() => void runNow()}>
          {texts.run}
        </Button>
      </div>
    </Section>
  )
}

function Hosts() {
  const query = useFailingHostsInfiniteQuery(undefined, { refetchOnMountOrArgChange: true })
  useRefresh(query.refetch, refreshMs)
  const { data, error, isFetching } = query
  const texts = t.adminHealth.checker
  const hosts = data?.pages.flatMap(({ results }) => results)
  const skeleton = (
    <SkeletonGroup label={t.admin.loading}>
      <Skeleton width="100%" height="8rem" />
    </SkeletonGroup>
  )
  return (
    <Section title={texts.hosts}>
      {hosts === undefined && error && !isFetching && (
        <ErrorState level={3} message={failureMessage(error)} onRetry={() => void query.refetch()} />
      )}
      {hosts === undefined && isFetching && skeleton}
      {hosts?.length === 0 && <p className={styles.soft}>{texts.noErrors}</p>}
      {hosts !== undefined && hosts.length > 0 && (
        <>
          <ul className={styles.list} aria-label={texts.hosts}>
            {hosts.map((host) => (
              <Host key={host.id} host={host} />
            ))}
          </ul>
          <ListTail
            // Refreshing is not loading more.
            more={moreOf({ ...query, isFetching: query.isFetchingNextPage })}
            onMore={() => void query.fetchNextPage()}
            skeleton={skeleton}
            failed={{ message: failureMessage(error) }}
          />
        </>
      )}
    </Section>
  )
}

function Host({ host: { id, failures, failingSince, failureDate, failure, pausedUntil } }: { host: FailingHost }) {
  const texts = t.adminHealth.checker
  return (
    <li className={styles.host}>
      <p className={styles.name}>
        <span className={styles.code}>{id}</span>
      </p>
      <p className={styles.facts}>
        <span className={styles.bad}>{texts.failureOf(failure)}</span>
        <span>
          {texts.errors(failures)} <TimeAgo instant={failingSince} />
        </span>
        {failures > 1 && (
          <span>
            {texts.latestError} <TimeAgo instant={failureDate} />
          </span>
        )}
        {pausedUntil !== null && <span>{texts.paused(fullDate(pausedUntil))}</span>}
      </p>
    </li>
  )
}
