/** Figures of the server that cost something: measured at most once per `maxAgeMs`, for the admin page and for `/metrics`. */
import type { DataSource } from 'typeorm'
import type { System } from '#contract/endpoints/operations.ts'
import { createMemo } from '#http/memo.ts'
import { outboxStatus } from '#outbox/failures.ts'
import type { ObjectStore } from '#objects/store.ts'
import type { Config } from '../../config.ts'
import type { Scheduler } from '../scheduler/service.ts'
import { diskOf, measureDatabase } from './measure.ts'

/** Maximum age (ms). */
const maxAgeMs = { database: 60_000, search: 5000, outbox: 2000, jobs: 1000, disk: 1000, store: 10_000 }

export interface FiguresDeps {
  db: DataSource
  config: Pick<Config, 'database' | 'dataDir'>
  search: { status(): Promise<System['search']['indexes']> }
  scheduler: Pick<Scheduler, 'list'>
  objects: Pick<ObjectStore, 'kind' | 'location' | 'ping'>
  now: () => number
}

/** Runs `measure` at most once per `maxAge` (ms), and dates its result. */
function dated<T>(measure: () => Promise<T>, maxAge: number, now: () => number) {
  const memo = createMemo<T & { measuredDate: string }>({ size: 1, ttlMs: () => maxAge, now })
  let expirations = 0
  return {
    read: () => memo.get(String(expirations), async () => ({ ...(await measure()), measuredDate: new Date(now()).toISOString() })),
    expire: (): void => void (expirations += 1),
  }
}

export function createFigures({ db, config, search, scheduler, objects, now }: FiguresDeps) {
  return {
    database: dated(() => measureDatabase(db, config.database), maxAgeMs.database, now),
    outbox: dated(() => outboxStatus(db, now()), maxAgeMs.outbox, now),
    search: dated(async () => ({ indexes: await search.status() }), maxAgeMs.search, now),
    jobs: dated(async () => ({ jobs: await scheduler.list() }), maxAgeMs.jobs, now),
    store: dated(
      async () => ({
        kind: objects.kind,
        location: objects.kind === 's3' ? objects.location : null,
        error: await objects.ping().then(
          () => null,
          (error: Error) => error.message,
        ),
      }),
      maxAgeMs.store,
      now,
    ),
    disk: dated(() => diskOf(config.dataDir), maxAgeMs.disk, now),
  }
}

export type Figures = ReturnType<typeof createFigures>
