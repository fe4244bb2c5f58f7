import { EntitySchema } from 'typeorm'
import { count, flag, id, instant, text, uid } from '../../db/columns.ts'

/** Relation types (A3, decision 11). `likeComment` is the document's 6, a comment: it is there while the member likes it. */
export const relationTypes = { collect: 1, followBead: 2, followMember: 3, followTag: 4, upvote: 5, likeComment: 6 } as const
export type RelationType = (typeof relationTypes)[keyof typeof relationTypes]

/** What a member has to do with a post, a playlist, a member, a tag or a comment. */
export interface RelationRow {
  uid: string
  type: RelationType
  /** Id of the post, playlist or comment, uid of the member, or key of the tag. */
  entity: string
  creationDate: string
  /** Of what is followed: whoever follows is told of every new post at once. Null as good as false. */
  superfollow?: boolean | null
}

export const RelationEntity = new EntitySchema<RelationRow>({
  name: 'relation',
  columns: {
    uid: uid({ primary: true }),
    type: count({ primary: true }),
    entity: text(64, { primary: true }),
    creationDate: instant(),
    superfollow: flag({ nullable: true }),
  },
  indices: [
    { name: 'relation_entity', columns: ['type', 'entity', 'creationDate', 'uid'] },
    { name: 'relation_recent', columns: ['uid', 'type', 'creationDate', 'entity'] },
    { name: 'relation_superfollow', columns: ['type', 'entity', 'uid'], where: '"superfollow" = TRUE' },
  ],
  foreignKeys: [
    { name: 'relation_member', columnNames: ['uid'], target: 'member', referencedColumnNames: ['uid'], onDelete: 'CASCADE' },
  ],
})

/** A tag that somebody follows or has followed. Which posts carry it is not told here. */
export interface TagRow {
  /** The name in lower case: what relations, and whatever else refers to a tag, hold. */
  key: string
  /** Normalised, as it was first spelt. */
  name: string
  followerCount: number
  creationDate: string
}

export const TagEntity = new EntitySchema<TagRow>({
  name: 'tag',
  columns: { key: text(64, { primary: true }), name: text(64), followerCount: count(), creationDate: instant() },
  indices: [{ name: 'tag_followers', columns: ['followerCount', 'key'] }],
})

/** `block` keeps somebody away, `mute` only keeps them out of sight. */
export const aversions = ['block', 'mute'] as const
export type Aversion = (typeof aversions)[number]

/** Somebody whom a member blocks or mutes. `member.hiddenCount` tells without a look here that there is nobody. */
export interface AversionRow {
  uid: string
  kind: Aversion
  otherUid: string
  creationDate: string
}

export const AversionEntity = new EntitySchema<AversionRow>({
  name: 'aversion',
  columns: { uid: uid({ primary: true }), kind: text(5, { primary: true }), otherUid: uid({ primary: true }), creationDate: instant() },
  indices: [
    { name: 'aversion_recent', columns: ['uid', 'kind', 'creationDate', 'otherUid'] },
    { name: 'aversion_of', columns: ['uid', 'otherUid', 'kind'] },
    { name: 'aversion_other', columns: ['otherUid'] },
  ],
  foreignKeys: [
    { name: 'aversion_member', columnNames: ['uid'], target: 'member', referencedColumnNames: ['uid'], onDelete: 'CASCADE' },
    { name: 'aversion_other_member', columnNames: ['otherUid'], target: 'member', referencedColumnNames: ['uid'], onDelete: 'CASCADE' },
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
  indices: [{ name: 'play_date', columns: ['playedDate'] }],
  foreignKeys: [
    { name: 'play_of_post', columnNames: ['postId'], target: 'post', referencedColumnNames: ['id'], onDelete: 'CASCADE' },
  ],
})
