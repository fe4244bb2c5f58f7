import { EntitySchema } from 'typeorm'
import { count, flag, instant, text, uid } from '#db/columns.ts'

/** Relation types (A3, decision 11). `likeComment` is type 6 of the specification, a comment: the row exists while the member likes it. */
export const relationTypes = { collect: 1, followBead: 2, followMember: 3, followTag: 4, upvote: 5, likeComment: 6 } as const
export type RelationType = (typeof relationTypes)[keyof typeof relationTypes]

/** A member's relation to a post, a playlist, a member, a tag or a comment. */
export interface RelationRow {
  uid: string
  type: RelationType
  /** Id of the post, playlist or comment, uid of the member, or key of the tag. */
  entity: string
  creationDate: string
  /** Only for follows: the follower is notified of every new post immediately. Null means false. */
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
  foreignKeys: [{ name: 'relation_member', columnNames: ['uid'], target: 'member', referencedColumnNames: ['uid'], onDelete: 'CASCADE' }],
})
