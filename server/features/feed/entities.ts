import { EntitySchema } from 'typeorm'
import { count, id, text } from '#db/columns.ts'

/** Kinds of activities, as stored in the log. */
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

const { newpost, collect, comment, newbead, publishbead, taggedbead, followbead } = activityKinds
/** The subject is a post. */
export const postKinds: ReadonlySet<ActivityKind> = new Set([newpost, collect, comment])
/** The subject is a playlist. */
export const beadKinds: ReadonlySet<ActivityKind> = new Set([newbead, publishbead, taggedbead, followbead])

/**
 * An activity in the log, which feeds are read from. Rows stay when an action is undone or its subject is deleted:
 * readers check whether both still exist. Only the rows of a deleted member are deleted.
 */
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

/**
 * The latest activity of a playlist, member or tag. Feeds read it first, to skip sources without recent activity; see
 * `walk.ts`.
 */
export interface HeadRow {
  /** Type of the relation with which it is followed: 2 playlist, 3 member, 4 tag. */
  type: 2 | 3 | 4
  entity: string
  /**
   * Id of the latest activity without its kind letter, so that ids of all kinds compare. Its subject may be deleted.
   */
  head: string
}

export const HeadEntity = new EntitySchema<HeadRow>({
  name: 'activity_head',
  columns: { type: count({ primary: true }), entity: text(64, { primary: true }), head: text(24) },
  indices: [
    { name: 'activity_head_all', columns: ['type', 'entity', 'head'] },
    { name: 'activity_head_recent', columns: ['head', 'type', 'entity'] },
  ],
})
