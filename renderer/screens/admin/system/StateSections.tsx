import type { System } from '#contract/endpoints/operations.ts'
import { serverUrl } from '#data/client.ts'
import { useMailFilesQuery } from '#data/system.ts'
import { t } from '#texts/index.ts'
import { TimeAgo } from '#ui/TimeAgo.tsx'
import { Facts, Measured, Section } from '../sections.tsx'
import { useRefresh } from '../useRefresh.ts'
import { formatBytes } from './format.ts'
import { refreshMs } from './refresh.ts'
import styles from './system.module.css'

const bytesOrUnknown = (bytes: number | null): string => (bytes === null ? t.system.unknown : formatBytes(bytes))

export const ServerSection = ({ server }: Pick<System, 'server'>) => (
  <Section title={t.system.server.title}>
    <Facts
      facts={[
        [t.system.server.name, server.name],
        [t.system.server.version, server.version],
        [t.system.server.build, server.build ?? t.system.none],
        [t.system.server.node, server.node],
        [t.system.server.started, <TimeAgo key="" instant={server.startDate} />],
        [t.system.server.memory, formatBytes(server.memoryBytes)],
      ]}
    />
    {!server.runsBackground && <p className={styles.error}>{t.system.server.noBackground}</p>}
  </Section>
)

export function DatabaseSection({ database, storage: { store, uploads, freeBytes, totalBytes } }: Pick<System, 'database' | 'storage'>) {
  const { kind, location, bytes, migrations, latestMigration, measuredDate } = database
  return (
    <Section title={t.system.database.title}>
      <Facts
        facts={[
          [t.system.database.kind, `${t.system.database.kinds[kind]} · ${location}`],
          [t.system.database.size, bytesOrUnknown(bytes)],
          [t.system.database.migrations, `${migrations} · ${latestMigration}`],
          [t.system.database.store, [t.system.database.stores[store.kind], store.location].filter(Boolean).join(' · ')],
          [
            t.system.database.uploads,
            uploads === null ? t.system.database.counting : t.system.database.uploadsText(formatBytes(uploads.bytes), uploads.files),
          ],
          [
            t.system.database.disk,
            freeBytes === null || totalBytes === null
              ? t.system.unknown
              : t.system.database.diskText(formatBytes(freeBytes), formatBytes(totalBytes)),
          ],
        ]}
      />
      {store.error !== null && (
        <p className={styles.error}>
          {t.system.database.storeFails} {store.error}
        </p>
      )}
      <Measured label={t.system.measured} instant={measuredDate} />
    </Section>
  )
}

export const SearchSection = ({ search: { indexes, measuredDate } }: Pick<System, 'search'>) => (
  <Section title={t.system.search.title}>
    <ul className={styles.rows} aria-label={t.system.search.title}>
      {indexes.map(({ name, lag, documents, error }) => (
        <li key={name} className={styles.row}>
          <div className={styles.words}>
            <span>{name}</span>
            <span className={styles.soft}>
              {lag === null ? t.system.search.notBuilt : lag === 0 ? t.system.search.upToDate : t.system.search.behind(lag)}
              {documents !== null && ` · ${t.system.search.documents(documents)}`}
            </span>
            {error !== null && <span className={styles.error}>{error}</span>}
          </div>
        </li>
      ))}
    </ul>
    <Measured label={t.system.measured} instant={measuredDate} />
  </Section>
)

export function MailSection({ mail }: Pick<System, 'mail'>) {
  const { transport, server, sent, refused, failed, lastFailure } = mail
  return (
    <Section title={t.system.mail.title}>
      <Facts
        facts={[
          [t.system.mail.transport, transport === 'smtp' ? `SMTP · ${server}` : t.system.mail.files],
          [t.system.mail.counts, t.system.mail.countsText(sent, refused, failed)],
        ]}
      />
      {lastFailure !== null && (
        <p className={styles.error}>
          {t.system.mail.lastFailure} <TimeAgo instant={lastFailure.date} />: {lastFailure.error}
        </p>
      )}
      {transport === 'files' && <MailFiles />}
    </Section>
  )
}

/** The latest mails that were written as files. Reading one of another member is logged. */
function MailFiles() {
  const { data, refetch } = useMailFilesQuery(undefined, { refetchOnMountOrArgChange: true })
  useRefresh(refetch, 4 * refreshMs)
  if (!data) return null
  if (data.results.length === 0) return <p className={styles.soft}>{t.system.mail.noMails}</p>
  return (
    <ul className={styles.rows} aria-label={t.system.mail.latest}>
      {data.results.map(({ id, date, to, subject }) => (
        <li key={id} className={styles.row}>
          <div className={styles.words}>
            <a href={serverUrl(`/api/v0/admin/mail/${id}`)} download aria-label={t.system.mail.download(subject)}>
              {subject}
            </a>
            <span className={styles.soft}>
              {t.system.mail.to(to)} · <TimeAgo instant={date} />
            </span>
          </div>
        </li>
      ))}
    </ul>
  )
}

export const LimitSection = ({ limits }: Pick<System, 'limits'>) => (
  <Section title={t.system.limits.title}>
    {limits.length === 0 && <p className={styles.soft}>{t.system.limits.none}</p>}
    <ul className={styles.rows} aria-label={t.system.limits.title}>
      {limits.map(({ rule, requests, seconds, hits, latestDate }) => (
        <li key={`${rule} ${requests} ${seconds}`} className={styles.row}>
          <div className={styles.words}>
            <span className={styles.code}>{rule === '' ? t.system.limits.unnamed : rule}</span>
            <span className={styles.soft}>
              {t.system.limits.rule(requests, seconds)} · {t.system.limits.hits(hits)} <TimeAgo instant={latestDate} />
            </span>
          </div>
        </li>
      ))}
    </ul>
  </Section>
)

export const SlowQuerySection = ({ slowQueries }: Pick<System, 'slowQueries'>) => (
  <Section title={t.system.slowQueries.title}>
    {slowQueries.length === 0 && <p className={styles.soft}>{t.system.slowQueries.none}</p>}
    <ul className={styles.rows} aria-label={t.system.slowQueries.title}>
      {slowQueries.map(({ statement, count, maxMs, latestDate }) => (
        <li key={statement} className={styles.row}>
          <div className={styles.words}>
            <code className={styles.code}>{statement}</code>
            <span className={styles.soft}>
              {t.system.slowQueries.ran(count, maxMs)} <TimeAgo instant={latestDate} />
            </span>
          </div>
        </li>
      ))}
    </ul>
  </Section>
)
