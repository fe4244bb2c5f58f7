/** The state of the server for admins, and what they can do about it (M1). */
import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { DataSource, EntityManager } from 'typeorm'
import { messages } from '#contract/index.ts'
import type { OutboxFailure, System } from '#contract/endpoints/operations.ts'
import { slowQueriesOf } from '#db/slowQueries.ts'
import { transaction } from '#db/transaction.ts'
import { createBuild } from '#http/build.ts'
import { StrandError } from '#http/errors.ts'
import { nameOf, type Limits } from '#http/limits.ts'
import type { ObjectStore } from '#objects/store.ts'
import { outboxFailures, retryFailures } from '#outbox/failures.ts'
import type { Config } from '../../config.ts'
import type { Mail } from '../mail/service.ts'
import { pictureFolder } from '../images/service.ts'
import { logAdminAction } from '../moderation/service.ts'
import type { Scheduler } from '../scheduler/service.ts'
import { createFigures, type Figures } from './figures.ts'
import { uploadsIn } from './measure.ts'
import { createRedactor, passwordsIn } from './redact.ts'

export type { Figures } from './figures.ts'
export { createMetrics, type Metrics } from './metrics.ts'

interface Admin {
  uid: string
}

export interface Operations {
  version: string
  figures: Figures
  system(): Promise<System>
  failures(page: { after?: string | undefined; limit: number }): Promise<{ results: OutboxFailure[]; next: string | null }>
  /** Return the number of retried facts. */
  retryOne(id: string, admin: Admin): Promise<number>
  retryKind(kind: string, admin: Admin): Promise<number>
  runJob(name: string, admin: Admin): Promise<void>
}

type OperationsConfig = Pick<
  Config,
  'root' | 'viteOrigin' | 'port' | 'dataDir' | 'database' | 'readOnly' | 'mail' | 'meili' | 's3' | 'secret'
>

export interface OperationsDeps {
  db: DataSource
  config: OperationsConfig
  limits: Pick<Limits, 'hits'>
  mail: Pick<Mail, 'status'>
  search: { status(): Promise<System['search']['indexes']> }
  scheduler: Pick<Scheduler, 'list' | 'runNow'>
  objects: Pick<ObjectStore, 'kind' | 'location' | 'list' | 'ping'>
  now?: () => number
}

/** How often (ms) files are counted at most. It takes long, so that it runs while the previous figure is shown. */
const uploadsMs = 900_000

const startDate = new Date(Date.now() - performance.now()).toISOString()

const versionIn = (root: string): string => (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version

/** The size of the uploads: the latest known one, null during the first count. */
function createUploadSize(objects: Pick<ObjectStore, 'list'>, now: () => number): () => System['storage']['uploads'] {
  let known: System['storage']['uploads'] = null
  let startedAt = -Infinity
  return () => {
    if (now() - startedAt > uploadsMs) {
      startedAt = now()
      void uploadsIn(objects, pictureFolder).then(
        (size) => (known = { ...size, measuredDate: new Date(now()).toISOString() }),
        () => undefined,
      )
    }
    return known
  }
}

export function createOperations({ db, config, limits, mail, search, scheduler, objects, now = Date.now }: OperationsDeps): Operations {
  const { root, port, readOnly, meili, s3, secret } = config
  const databaseUrl = config.database.kind === 'postgres' ? config.database.url : null
  const redact = createRedactor([
    secret,
    meili?.key,
    s3?.keyId,
    s3?.secret,
    ...passwordsIn(databaseUrl),
    ...passwordsIn(config.mail.smtpUrl),
    ...passwordsIn(meili?.url),
  ])
  const redacted = (text: string | null): string | null => text && redact(text)
  const version = versionIn(root)
  const build = createBuild(config)
  const figures = createFigures({ db, config, search, scheduler, objects, now })
  const uploads = createUploadSize(objects, now)

  async function retry(which: { id: string } | { kind: string }, { uid }: Admin): Promise<number> {
    const log = (manager: EntityManager, retried: number) =>
      logAdminAction(manager, {
        by: uid,
        action: 'outbox.retry',
        target: { kind: 'outbox', id: 'id' in which ? which.id : which.kind },
        detail: { retried },
      })
    const count = await transaction(db, async (manager) => {
      const retried = await retryFailures(manager, which, now())
      if (retried > 0) await log(manager, retried)
      return retried
    })
    figures.outbox.expire()
    return count
  }

  return {
    version,
    figures,

    async system() {
      const [measured, searching, waiting, jobs, { freeBytes, totalBytes }, store] = await Promise.all([
        figures.database.read(),
        figures.search.read(),
        figures.outbox.read(),
        scheduler.list(),
        figures.disk.read(),
        figures.store.read(),
      ])
      const { lastFailure, ...mails } = mail.status()
      return {
        server: {
          name: `${hostname()}:${port}`,
          version,
          build: build(),
          node: process.version,
          startDate,
          memoryBytes: process.memoryUsage.rss(),
          runsBackground: !readOnly,
        },
        database: measured,
        search: { ...searching, indexes: searching.indexes.map((index) => ({ ...index, error: redacted(index.error) })) },
        outbox: { ...waiting, kinds: waiting.kinds.map((kind) => ({ ...kind, error: redact(kind.error) })) },
        jobs: jobs.map(({ lastSuccessDate: _, ...job }) => ({ ...job, lastError: redacted(job.lastError) })),
        mail: { ...mails, lastFailure: lastFailure && { ...lastFailure, error: redact(lastFailure.error) } },
        storage: { store: { ...store, error: redacted(store.error) }, uploads: uploads(), freeBytes, totalBytes },
        limits: limits.hits().map(({ limit, count, sinceDate, latestDate }) => ({
          rule: nameOf(limit),
          requests: limit.requests,
          seconds: limit.seconds,
          hits: count,
          sinceDate,
          latestDate,
        })),
        slowQueries: slowQueriesOf(db)?.list() ?? [],
      }
    },

    async failures({ after = '', limit }) {
      const rows = await outboxFailures(db, after, limit + 1)
      const results = rows.slice(0, limit).map((row) => ({ _id: row.id, ...row, error: redact(row.error) }))
      return { results, next: rows.length > limit ? results.at(-1)!.id : null }
    },

    retryOne: (id, admin) => retry({ id }, admin),
    retryKind: (kind, admin) => retry({ kind }, admin),

    async runJob(name, { uid }) {
      const isDue = await scheduler.runNow(name, (manager) =>
        logAdminAction(manager, { by: uid, action: 'job.run', target: { kind: 'job', id: name } }),
      )
      if (isDue === null) throw new StrandError('not_found')
      if (!isDue) throw new StrandError('conflict', messages.jobRuns)
    },
  }
}
