import { EntitySchema } from 'typeorm'
import { count, id, text } from '#db/columns.ts'

/** What a member can have done that others who follow them read of. */
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
 * One thing that happened, under the source by which it is found. Rows are added and never changed;
 * whether what they name is still there, and for whom, is asked when they are read.
 */
export interface ActivityRow {
  /** Sorts by the instant of what happened, like every id. */
  id: string
  /** The member who did it, or `#` and the key of the tag that a playlist bears. */
  source: string
  kind: ActivityKind
  /** Id of the post or playlist, uid of the member, or key of the tag. */
  subject: string
}

export const ActivityEntity = new EntitySchema<ActivityRow>({
  name: 'activity',
  columns: { id: id({ primary: true }), source: text(64), kind: count(), subject: text(64) },
  // Holds all columns, so that a walk of a source reads nothing else.
  indices: [{ name: 'activity_source', columns: ['source', 'id', 'kind', 'subject'] }],
})

/** When something last happened to what can be followed: the first thing that a feed asks of each. */
export interface HeadRow {
  /** As in relations: 2 playlist, 3 member, 4 tag. */
  type: 2 | 3 | 4
  entity: string
  /** The latest id without its letter, so that ids of all kinds compare. What it names may be gone. */
  head: string
}

export const HeadEntity = new EntitySchema<HeadRow>({
  name: 'activity_head',
  columns: { type: count({ primary: true }), entity: text(64, { primary: true }), head: text(24) },
  indices: [{ name: 'activity_head_all', columns: ['type', 'entity', 'head'] }],
})
