import { EntitySchema } from 'typeorm'
import { count, id, text } from '#db/columns.ts'

/** Kinds of activities that followers of a member see. */
export const activityKinds = {
  newpost: 1,
  collect: 2,
  comment: 3,
  newbead: 4,
  publishbead: 5,
  taggedbead: 6,
  followmember: 7,
  followbead: 8,
  followtag: 9,
} as const
export type ActivityKind = (typeof activityKinds)[keyof typeof activityKinds]

/**
 * One activity, under the source it is found by. Rows are immutable; whether their subject still exists, and for whom it is visible, is
 * checked on reading.
 */
export interface ActivityRow {
  /** Sorts by the time of the activity, like every id. */
  id: string
  /** The acting member, or `#` and the tag key of a playlist. */
  source: string
  kind: ActivityKind
  /** A post id, playlist id, uid or tag key. */
  subject: string
}

export const ActivityEntity = new EntitySchema<ActivityRow>({
  name: 'activity',
  columns: { id: id({ primary: true }), source: text(64), kind: count(), subject: text(64) },
  // A covering index, so that a walk of a source reads only the index.
  indices: [{ name: 'activity_source', columns: ['source', 'id', 'kind', 'subject'] }],
})

/** The time of the latest activity of a followable entity: the first thing a feed reads of each. */
export interface HeadRow {
  /** As in relations: 2 playlist, 3 member, 4 tag. */
  type: 2 | 3 | 4
  entity: string
  /** The latest id without its letter, so that ids of all kinds compare. Its subject may have been deleted. */
  head: string
}

export const HeadEntity = new EntitySchema<HeadRow>({
  name: 'activity_head',
  columns: { type: count({ primary: true }), entity: text(64, { primary: true }), head: text(24) },
  indices: [{ name: 'activity_head_all', columns: ['type', 'entity', 'head'] }],
})
