import { EntitySchema } from 'typeorm'
import { count, id, instant, json, text, uid } from '#db/columns.ts'
import type { Verb } from '#contract/index.ts'

/**
 * Activities of one kind on one topic, for one recipient: "A, B and 3 others collected X". Stored aggregated, so that the panel
 * reads one row per group, independent of the number of activities.
 */
export interface NotificationRow {
  /** The recipient. */
  uid: string
  verb: Verb
  /** Id of the post, playlist or comment, or uid of the member. */
  topic: string
  /** Date of the latest activity. */
  date: string
  /** Number of different actors. */
  actorCount: number
  /** The latest actors with the dates of their activities, latest first. */
  actors: { uid: string; date: string }[]
  /** Whether the topic is the recipient's own. */
  isOwner: boolean
  /** The entities that the topic belongs to: their deletion cascades. */
  beadId: string | null
  postId: string | null
  commentId: string | null
}

export const NotificationEntity = new EntitySchema<NotificationRow>({
  name: 'notification',
  columns: {
    uid: uid({ primary: true }),
    verb: text(20, { primary: true }),
    topic: text(50, { primary: true }),
    date: instant(),
    actorCount: count(),
    actors: json(),
    isOwner: { type: 'boolean' },
    beadId: id({ nullable: true }),
    postId: id({ nullable: true }),
    commentId: id({ nullable: true }),
  },
  indices: [
    { name: 'notification_recent', columns: ['uid', 'date'] },
    { name: 'notification_date', columns: ['date'] },
    { name: 'notification_bead', columns: ['beadId'] },
    { name: 'notification_post', columns: ['postId'] },
    { name: 'notification_comment', columns: ['commentId'] },
  ],
  foreignKeys: [
    { name: 'notification_member', columnNames: ['uid'], target: 'member', referencedColumnNames: ['uid'], onDelete: 'CASCADE' },
    { name: 'notification_of_bead', columnNames: ['beadId'], target: 'bead', referencedColumnNames: ['id'], onDelete: 'CASCADE' },
    { name: 'notification_of_post', columnNames: ['postId'], target: 'post', referencedColumnNames: ['id'], onDelete: 'CASCADE' },
    { name: 'notification_of_comment', columnNames: ['commentId'], target: 'comment', referencedColumnNames: ['id'], onDelete: 'CASCADE' },
  ],
})

/** One activity of one actor in a group. Undoing it deletes the row. */
export interface NotificationActivityRow {
  uid: string
  verb: Verb
  topic: string
  actor: string
  /** Id of the comment or post; '' if the actor can do it only once. */
  source: string
  date: string
}

export const NotificationActivityEntity = new EntitySchema<NotificationActivityRow>({
  name: 'notification_activity',
  columns: {
    uid: uid({ primary: true }),
    verb: text(20, { primary: true }),
    topic: text(50, { primary: true }),
    actor: uid({ primary: true }),
    source: text(24, { primary: true }),
    date: instant(),
  },
  indices: [
    { name: 'notification_activity_recent', columns: ['uid', 'verb', 'topic', 'date', 'actor'] },
    { name: 'notification_activity_actor', columns: ['actor', 'topic'] },
    { name: 'notification_activity_source', columns: ['source'] },
  ],
  foreignKeys: [
    {
      name: 'notification_activity_group',
      columnNames: ['uid', 'verb', 'topic'],
      target: 'notification',
      referencedColumnNames: ['uid', 'verb', 'topic'],
      onDelete: 'CASCADE',
    },
    { name: 'notification_activity_member', columnNames: ['actor'], target: 'member', referencedColumnNames: ['uid'], onDelete: 'CASCADE' },
  ],
})
