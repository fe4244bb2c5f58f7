import { EntitySchema } from 'typeorm'
import { count, id, instant, json, text, uid } from '#db/columns.ts'

/** Number of events of one metric on one day. */
export interface MetricRow {
  /** UTC, `2026-11-21`. */
  day: string
  metric: string
  total: number
}

export const MetricEntity = new EntitySchema<MetricRow>({
  name: 'metric',
  columns: { day: text(10, { primary: true }), metric: text(20, { primary: true }), total: count() },
})

/** A report of a page. Deleted after 30 days (`keepDays` in `service.ts`). */
export interface EventRow {
  id: string
  event: string
  platform: string
  /** Null for a visitor. */
  uid: string | null
  data: Record<string, string | number | boolean | null>
  creationDate: string
}

export const EventEntity = new EntitySchema<EventRow>({
  name: 'event',
  columns: {
    id: id({ primary: true }),
    event: text(40),
    platform: text(20),
    uid: uid({ nullable: true }),
    data: json(),
    creationDate: instant(),
  },
  indices: [
    { name: 'event_of', columns: ['event', 'id'] },
    { name: 'event_uid', columns: ['uid'] },
  ],
  foreignKeys: [{ name: 'event_member', columnNames: ['uid'], target: 'member', referencedColumnNames: ['uid'], onDelete: 'CASCADE' }],
})
