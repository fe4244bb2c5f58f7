import { EntitySchema } from 'typeorm'
import { count, id, text } from '#db/columns.ts'

/** Activities that followers see. */
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

/** An activity in the append-only log. Whether its subject still exists and is visible is checked when it is read. */
export interface ActivityRow {
  /** Sorts by the instant of the activity, like every id. */
  id: string
  /** Uid of the actor, or `#` and the tag key for a tagged playlist. */
  source: string
  kind: ActivityKind
  /** A post id, playlist id, uid or tag key. */
  subject: string
}

export const ActivityEntity = new EntitySchema<ActivityRow>({
  name: 'activity',
  columns: { id: id({ primary: true }), source: text(64), kind: count(), subject: text(64) },
  // Covering index: a walk of a source reads no table rows.
  indices: [{ name: 'activity_source', columns: ['source', 'id', 'kind', 'subject'] }],
})

/** The latest activity of a playlist, member or tag; feeds read it first. */
export interface HeadRow {
  /** As in relations: 2 playlist, 3 member, 4 tag. */
  type: 2 | 3 | 4
  entity: string
  /** The latest id without its kind letter, so that ids of all kinds compare. Its subject may be deleted. */
  head: string
}

export const HeadEntity = new EntitySchema<HeadRow>({
  name: 'activity_head',
  columns: { type: count({ primary: true }), entity: text(64, { primary: true }), head: text(24) },
  indices: [{ name: 'activity_head_all', columns: ['type', 'entity', 'head'] }],
})
