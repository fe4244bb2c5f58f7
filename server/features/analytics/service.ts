/**
 * Analytics (R21): metrics, which are counted from events of the outbox, and reports, which pages send. The README
 * lists both.
 */
import type { DataSource, EntityManager } from 'typeorm'
import type { Viewer } from '#access/viewer.ts'
import { formatId, type CallOutput, type Page } from '#contract/index.ts'
import type { Metric, PageEvent, platforms } from '#contract/endpoints/analytics.ts'
import { newId } from '#db/ids.ts'
import { parsed, sql } from '#db/sql.ts'
import { transaction } from '#db/transaction.ts'
import type { Fact, FactKind } from '#outbox/facts.ts'
import type { Consumer } from '#outbox/outbox.ts'
import type { Job } from '../scheduler/service.ts'
import { cleanData } from './clean.ts'
import { EventEntity } from './entities.ts'

type Platform = (typeof platforms)[number]
type Report = CallOutput<'POST /api/v1/analytics/:event'>['body']
type Data = Report['data']

export interface Event {
  id: string
  event: PageEvent
  platform: Platform
  uid: string | null
  data: Data
  date: string
}

export interface Analytics {
  /** Stores a report of a page, without personal data in its texts. */
  report(event: PageEvent, report: Report, viewer: Viewer | null): Promise<void>
  /**
   * Metrics per day and in total, and numbers of reports. `since` and `until` are days; by default the last 30 days.
   */
  overview(query: { since?: string | undefined; until?: string | undefined }): Promise<{
    days: { day: string; counts: Partial<Record<Metric, number>> }[]
    totals: Partial<Record<Metric, number>>
    reported: Partial<Record<PageEvent, number>>
  }>
  /** Reports of one kind, latest first. */
  events(event: PageEvent, query: { from: number; limit: number }): Promise<Page<Event>>
  /** The consumer of the outbox that counts metrics. */
  counter: Consumer
  /** The scheduler job that deletes reports older than 30 days. */
  sweep: Job
}

const dayMs = 86_400_000
/** Retention of reports (days). Metrics contain no personal data and are kept permanently. */
const keepDays = 30
/** Reports deleted per statement. */
const sweepAtOnce = 5000

const dayOf = (instant: number): string => new Date(instant).toISOString().slice(0, 10)

function metricOf(fact: Fact): Metric | null {
  switch (fact.kind) {
    case 'collected':
      return 'collect'
    case 'played':
      return 'play'
    case 'postCreated':
      return 'newpost'
    case 'commentCreated':
      return 'comment'
    case 'beadShared':
    case 'postShared':
      return 'share'
    case 'followed':
      return fact.what === 'bead' ? 'followbead' : 'follow'
    case 'beadCreated':
      return 'newbead'
    default:
      return null
  }
}

const counted: FactKind[] = ['collected', 'played', 'postCreated', 'commentCreated', 'beadShared', 'postShared', 'followed', 'beadCreated']

const count = (manager: EntityManager, day: string, metric: Metric): Promise<unknown> =>
  sql(
    manager,
    `INSERT INTO "metric" ("day", "metric", "total") VALUES (:day, :metric, 1)
     ON CONFLICT ("day", "metric") DO UPDATE SET "total" = "metric"."total" + 1`,
    { day, metric },
  )

export function createAnalytics({ db, now = Date.now }: { db: DataSource; now?: () => number }): Analytics {
  /** Lower bound of the ids of reports since an instant (ms since 1970): ids sort by time. */
  const idAt = (instant: number): string => formatId('row', Math.max(0, instant), '')

  return {
    async report(event, { platform, data }, viewer) {
      const row = {
        id: newId('row'),
        event,
        platform,
        uid: viewer?.uid ?? null,
        data: cleanData(data),
        creationDate: new Date(now()).toISOString(),
      }
      await transaction(db, (manager) => manager.insert(EventEntity, row))
    },

    async overview({ since = dayOf(now() - keepDays * dayMs), until = dayOf(now()) }) {
      const [rows, reports] = await Promise.all([
        sql<{ day: string; metric: Metric; total: number }>(
          db,
          'SELECT "day", "metric", "total" FROM "metric" WHERE "day" >= :since AND "day" <= :until ORDER BY "day" DESC, "metric"',
          { since, until },
        ),
        sql<{ event: PageEvent; total: number | string }>(
          db,
          'SELECT "event", COUNT(*) AS "total" FROM "event" WHERE "id" >= :low AND "id" < :high GROUP BY "event" ORDER BY "event"',
          { low: idAt(Date.parse(since)), high: idAt(Date.parse(until) + dayMs) },
        ),
      ])
      const days = new Map<string, Partial<Record<Metric, number>>>()
      const totals: Partial<Record<Metric, number>> = {}
      for (const { day, metric, total } of rows) {
        days.set(day, { ...days.get(day), [metric]: total })
        totals[metric] = (totals[metric] ?? 0) + total
      }
      return {
        days: [...days].map(([day, counts]) => ({ day, counts })),
        totals,
        reported: Object.fromEntries(reports.map(({ event, total }) => [event, Number(total)])),
      }
    },

    async events(event, { from, limit }) {
      const rows = await sql<{ id: string; platform: Platform; uid: string | null; data: string; creationDate: string }>(
        db,
        `SELECT e."id", e."platform", e."uid", e."data", e."creationDate"
         FROM (SELECT "id" FROM "event" WHERE "event" = :event ORDER BY "id" DESC LIMIT :limit OFFSET :from) k
         JOIN "event" e ON e."id" = k."id" ORDER BY e."id" DESC`,
        { event, limit: limit + 1, from },
      )
      const [total] = await sql<{ total: number | string }>(db, 'SELECT COUNT(*) AS "total" FROM "event" WHERE "event" = :event', { event })
      return {
        results: rows
          .slice(0, limit)
          .map(({ id, platform, uid, data, creationDate }) => ({ id, event, platform, uid, data: parsed<Data>(data), date: creationDate })),
        next: rows.length > limit ? from + limit : null,
        counts: { total: Number(total!.total) },
      }
    },

    counter: {
      name: 'analytics',
      kinds: counted,
      async apply(manager, fact) {
        const metric = metricOf(fact)
        if (metric !== null) await count(manager, dayOf(now()), metric)
      },
    },

    sweep: {
      name: 'analytics.sweep',
      everyMs: dayMs,
      async run() {
        const old = idAt(now() - keepDays * dayMs)
        const ids = await sql<{ id: string }>(db, 'SELECT "id" FROM "event" WHERE "id" < :old ORDER BY "id" LIMIT :most', {
          old,
          most: sweepAtOnce,
        })
        const last = ids.at(-1)?.id
        if (last !== undefined) await transaction(db, (manager) => sql(manager, 'DELETE FROM "event" WHERE "id" <= :last', { last }))
        // True: there may be more, so the scheduler runs the job again at once.
        return ids.length === sweepAtOnce
      },
    },
  }
}
