import { useState } from 'react'
import type { System } from '#contract/endpoints/operations.ts'
import { failureMessage } from '#data/index.ts'
import { useOutboxFailuresInfiniteQuery, useRetryFailureMutation, useRetryKindMutation, useRunJobMutation } from '#data/system.ts'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { fullDate } from '#ui/format.ts'
import { showToast } from '#ui/toast.ts'
import { TimeAgo } from '#ui/TimeAgo.tsx'
import { Measured, Section, Facts } from '../sections.tsx'
import { useRefresh } from '../useRefresh.ts'
import { refreshMs } from './refresh.ts'
import styles from './system.module.css'

/** The count of a deep outbox ends at this number. */
const maxCount = 10_000

interface Changing {
  onChanged: () => void
}

/** Shows the result of a change, then refreshes the page. Resolves to whether it succeeded. */
async function report<T>(
  change: PromiseLike<{ data?: T; error?: unknown }>,
  done: (data: T) => string,
  onChanged: () => void,
): Promise<void> {
  const { data, error } = await change
  showToast(error === undefined ? { text: done(data as T), now: true } : { text: failureMessage(error), kind: 'error', now: true })
  onChanged()
}

export function OutboxSection({ outbox, onChanged }: Pick<System, 'outbox'> & Changing) {
  const { waiting, overdueSince, kinds, measuredDate } = outbox
  const [showsEach, setShowsEach] = useState(false)
  const [retryKind] = useRetryKindMutation()
  return (
    <Section title={t.system.outbox.title}>
      <Facts
        facts={[
          [t.system.outbox.waiting, waiting >= maxCount ? t.system.outbox.atLeast(waiting) : waiting],
          [t.system.outbox.overdue, overdueSince === null ? t.system.none : <TimeAgo key="" instant={overdueSince} />],
        ]}
      />
      {kinds.length === 0 ? (
        <p className={styles.soft}>{t.system.outbox.nothingFailed}</p>
      ) : (
        <>
          <ul className={styles.rows} aria-label={t.system.outbox.title}>
            {kinds.map(({ kind, count, error, oldestDate }) => (
              <li key={kind} className={styles.row}>
                <div className={styles.words}>
                  <span>{t.system.outbox.failed(kind, count)}</span>
                  <span className={styles.error}>{error}</span>
                  <span className={styles.soft}>
                    {t.system.outbox.oldest} <TimeAgo instant={oldestDate} />
                  </span>
                </div>
                <Button
                  size="small"
                  aria-label={t.system.outbox.retryAllOf(kind)}
                  onClick={() => void report(retryKind({ body: { kind } }), ({ retried }) => t.system.outbox.retried(retried), onChanged)}
                >
                  {t.system.outbox.retryAll}
                </Button>
              </li>
            ))}
          </ul>
          {showsEach ? (
            <Failures onChanged={onChanged} />
          ) : (
            <div className={styles.buttons}>
              <Button size="small" onClick={() => setShowsEach(true)}>
                {t.system.outbox.show}
              </Button>
            </div>
          )}
        </>
      )}
      <Measured label={t.system.measured} instant={measuredDate} />
    </Section>
  )
}

function Failures({ onChanged }: Changing) {
  const query = useOutboxFailuresInfiniteQuery(undefined)
  useRefresh(query.refetch, refreshMs)
  const [retry] = useRetryFailureMutation()
  const changed = (): void => {
    void query.refetch()
    onChanged()
  }
  return (
    <>
      <ul className={styles.rows} aria-label={t.system.outbox.show}>
        {query.data?.pages
          .flatMap(({ results }) => results)
          .map(({ id, kind, attempts, error, creationDate, dueDate, requestId }) => (
            <li key={id} className={styles.row}>
              <div className={styles.words}>
                <span className={styles.code}>
                  {kind} {id}
                </span>
                <span className={styles.error}>{error}</span>
                <span className={styles.soft}>
                  <TimeAgo instant={creationDate} /> · {t.system.outbox.attempts(attempts)} · {t.system.outbox.next} {fullDate(dueDate)}
                </span>
                {requestId !== null && (
                  <span className={styles.soft}>
                    {t.system.outbox.request} <span className={styles.code}>{requestId}</span>
                  </span>
                )}
              </div>
              <Button
                size="small"
                aria-label={t.system.outbox.retryOf(kind, id)}
                onClick={() => void report(retry({ params: { id } }), ({ retried }) => t.system.outbox.retried(retried), changed)}
              >
                {t.system.outbox.retry}
              </Button>
            </li>
          ))}
      </ul>
      {query.hasNextPage && (
        <div className={styles.buttons}>
          <Button size="small" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t.common.showMore}
          </Button>
        </div>
      )}
    </>
  )
}

export function JobSection({ jobs, onChanged }: Pick<System, 'jobs'> & Changing) {
  const [runJob] = useRunJobMutation()
  return (
    <Section title={t.system.jobs.title}>
      <ul className={styles.rows} aria-label={t.system.jobs.title}>
        {jobs.map(({ name, dueDate, isRunning, lastRunDate, durationMs, failures, lastError }) => (
          <li key={name} className={styles.row}>
            <div className={styles.words}>
              <span className={styles.code}>{name}</span>
              <span className={styles.soft}>
                {isRunning ? (
                  t.system.jobs.running
                ) : lastRunDate === null ? (
                  t.system.jobs.neverRan
                ) : (
                  <>
                    {t.system.jobs.ran} <TimeAgo instant={lastRunDate} />
                    {durationMs !== null && `, ${t.system.jobs.took(durationMs)}`}
                  </>
                )}{' '}
                · {t.system.jobs.next} {fullDate(dueDate)}
              </span>
              {failures > 0 && (
                <span className={styles.error}>
                  {t.system.jobs.failures(failures)}: {lastError}
                </span>
              )}
            </div>
            <Button
              size="small"
              disabled={isRunning}
              aria-label={t.system.jobs.runOf(name)}
              onClick={() => void report(runJob({ params: { name } }), () => t.system.jobs.started(name), onChanged)}
            >
              {t.system.jobs.run}
            </Button>
          </li>
        ))}
      </ul>
    </Section>
  )
}
