import { EntitySchema } from 'typeorm'
import { count, id, instant, json, text, uid } from '#db/columns.ts'
import type { Verb } from '#contract/index.ts'

/**
 * What happened to one thing, told to one member: "A, B and 3 others collected X". The group is kept
 * ready, so that the panel reads its rows as they are, however many did the same.
 */
export interface NotificationRow {
  /** Who is told. */
  uid: string
  verb: Verb
  /** Id of the post, playlist or comment, or uid of the member, that it is about. */
  topic: string
  /** When somebody did it last. */
  date: string
  /** How many different members did it. */
  actorCount: number
  /** The latest of them and when they did it, latest first. */
  actors: { uid: string; date: string }[]
  /** Whether the topic is the told member's own. */
  isOwner: boolean
  /** What the topic belongs to: when that goes, so does this. */
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

/** One thing that one member did: what a group is made of, and what undoing takes out of it again. */
export interface NotificationActivityRow {
  uid: string
  verb: Verb
  topic: string
  actor: string
  /** What it was done with: the id of the comment or post, or '' where there can be only one. */
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
