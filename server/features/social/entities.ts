import { EntitySchema } from 'typeorm'
import { count, id, instant, text, uid } from '../../db/columns.ts'

/** Relation types (A3, decision 11). */
export const relationTypes = { collect: 1, followBead: 2, followMember: 3, followTag: 4, upvote: 5 } as const
export type RelationType = (typeof relationTypes)[keyof typeof relationTypes]

/** What a member has to do with a post, a playlist, a member or a tag. */
export interface RelationRow {
  uid: string
  type: RelationType
  /** Id of the post or playlist, uid of the member, or the tag. */
  entity: string
  creationDate: string
}

export const RelationEntity = new EntitySchema<RelationRow>({
  name: 'relation',
  columns: { uid: uid({ primary: true }), type: count({ primary: true }), entity: text(64, { primary: true }), creationDate: instant() },
  indices: [{ name: 'relation_entity', columns: ['type', 'entity', 'creationDate', 'uid'] }],
  foreignKeys: [
    { name: 'relation_member', columnNames: ['uid'], target: 'member', referencedColumnNames: ['uid'], onDelete: 'CASCADE' },
  ],
})

/** The last time a listener's play of a post was counted, so that a repeat within the hour is not. */
export interface PlayRow {
  postId: string
  /** uid of a member, or a keyed hash of an anonymous visitor's address. */
  listener: string
  playedDate: string
}

export const PlayEntity = new EntitySchema<PlayRow>({
  name: 'play',
  columns: { postId: id({ primary: true }), listener: text(64, { primary: true }), playedDate: instant() },
  foreignKeys: [
    { name: 'play_of_post', columnNames: ['postId'], target: 'post', referencedColumnNames: ['id'], onDelete: 'CASCADE' },
  ],
})
