/** The state of the server for admins, and what they can do about it (M1). */
import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { DataSource, EntityManager } from 'typeorm'
import { endpoints, messages, type Endpoint } from '#contract/index.ts'
import type { OutboxFailure, System } from '#contract/endpoints/operations.ts'
import { slowQueriesOf } from '#db/slowQueries.ts'
import { transaction } from '#db/transaction.ts'
import { createBuild } from '#http/build.ts'
import { StrandError } from '#http/errors.ts'
import { generalLimit, type Limit, type Limits } from '#http/limits.ts'
import { createMemo } from '#http/memo.ts'
import { outboxFailures, outboxStatus, retryFailures } from '#outbox/failures.ts'
import type { Config } from '../../config.ts'
import type { Mail } from '../mail/service.ts'
import { logAdminAction } from '../moderation/service.ts'
import type { Scheduler } from '../scheduler/service.ts'
import { diskOf, measureDatabase, sizeOf } from './measure.ts'
import { createRedactor, passwordsIn } from './redact.ts'

export { diskOf } from './measure.ts'

interface Admin {
  uid: string
}

export interface Operations {
  system(): Promise<System>
  failures(page: { after?: string | undefined; limit: number }): Promise<{ results: OutboxFailure[]; next: string | null }>
  /** Return the number of retried facts. */
  retryOne(id: string, admin: Admin): Promise<number>
  retryKind(kind: string, admin: Admin): Promise<number>
  runJob(name: string, admin: Admin): Promise<void>
}

type OperationsConfig = Pick<Config, 'root' | 'viteOrigin' | 'port' | 'dataDir' | 'database' | 'readOnly' | 'mail' | 'meili' | 'secret'>

export interface OperationsDeps {
  db: DataSource
  config: OperationsConfig
  limits: Pick<Limits, 'hits'>
  mail: Pick<Mail, 'status'>
  search: { status(): Promise<System['search']['indexes']> }
  scheduler: Pick<Scheduler, 'list' | 'runNow'>
  now?: () => number
}

/** Maximum age (ms) of figures. Counting files takes long, so that it runs while the previous figure is shown. */
const maxAgeMs = { database: 60_000, search: 5000, outbox: 2000, uploads: 900_000 }

const startDate = new Date(Date.now() - performance.now()).toISOString()

const versionIn = (root: string): string => (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version

/** Names of limits: the first endpoint that has it. Others belong to a feature, and are described by their numbers. */
const rules = new Map<Limit, string>([
  [generalLimit, 'All requests of an address'],
  ...(Object.entries(endpoints) as [string, Endpoint][])
    .toReversed()
    .flatMap(([key, { limit }]): [Limit, string][] => (limit ? [[limit, key]] : [])),
])

/** Runs `measure` at most once per `maxAge` (ms), and dates its result. */
function dated<T>(measure: () => Promise<T>, maxAge: number, now: () => number) {
  const memo = createMemo<T & { measuredDate: string }>({ size: 1, ttlMs: () => maxAge, now })
  let expirations = 0
  return {
    read: () => memo.get(String(expirations), async () => ({ ...(await measure()), measuredDate: new Date(now()).toISOString() })),
    expire: (): void => void (expirations += 1),
  }
}

/** The size of the uploads: the latest known one, null during the first count. */
function createUploadSize(folder: string, now: () => number): () => System['storage']['uploads'] {
  let known: System['storage']['uploads'] = null
  let startedAt = -Infinity
  return () => {
    if (now() - startedAt > maxAgeMs.uploads) {
      startedAt = now()
      void sizeOf(folder).then(
        (size) => (known = { ...size, measuredDate: new Date(now()).toISOString() }),
        () => undefined,
      )
    }
    return known
  }
}

export function createOperations({ db, config, limits, mail, search, scheduler, now = Date.now }: OperationsDeps): Operations {
  const { root, port, dataDir, readOnly, meili, secret } = config
  const databaseUrl = config.database.kind === 'postgres' ? config.database.url : null
  const redact = createRedactor([
    secret,
    meili?.key,
    ...passwordsIn(databaseUrl),
    ...passwordsIn(config.mail.smtpUrl),
    ...passwordsIn(meili?.url),
  ])
  const redacted = (text: string | null): string | null => text && redact(text)
  const version = versionIn(root)
  const build = createBuild(config)
  const database = dated(() => measureDatabase(db, config.database), maxAgeMs.database, now)
  const outbox = dated(() => outboxStatus(db, now()), maxAgeMs.outbox, now)
  const indexes = dated(async () => ({ indexes: await search.status() }), maxAgeMs.search, now)
  const uploads = createUploadSize(join(dataDir, 'pictures'), now)

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
    outbox.expire()
    return count
  }

  return {
    async system() {
      const [measured, searching, waiting, jobs, disk] = await Promise.all([
        database.read(),
        indexes.read(),
        outbox.read(),
        scheduler.list(),
        diskOf(dataDir),
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
        jobs: jobs.map((job) => ({ ...job, lastError: redacted(job.lastError) })),
        mail: { ...mails, lastFailure: lastFailure && { ...lastFailure, error: redact(lastFailure.error) } },
        storage: { uploads: uploads(), ...disk },
        limits: limits.hits().map(({ limit, count, sinceDate, latestDate }) => ({
          rule: rules.get(limit) ?? '',
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
      const isDue = await scheduler.runNow(name)
      if (isDue === null) throw new StrandError('not_found')
      if (!isDue) throw new StrandError('conflict', messages.jobRuns)
      await transaction(db, (manager) => logAdminAction(manager, { by: uid, action: 'job.run', target: { kind: 'job', id: name } }))
    },
  }
}
