import { EntitySchema } from 'typeorm'
import { count, id, instant, longText, uid } from '#db/columns.ts'

export interface CommentRow {
  id: string
  postId: string
  creatorUid: string
  /** Sanitised HTML; empty after deletion. */
  text: string
  creationDate: string
  /** Null means 0. Excludes likes by the comment's creator. */
  likeCount?: number | null
  /** When the text was last edited; null if never. */
  editedDate?: string | null
  /** Set on deletion: the row stays as a tombstone. */
  deletedDate?: string | null
}

export const CommentEntity = new EntitySchema<CommentRow>({
  name: 'comment',
  columns: {
    id: id({ primary: true }),
    postId: id(),
    creatorUid: uid(),
    text: longText(),
    creationDate: instant(),
    likeCount: count({ nullable: true }),
    editedDate: instant({ nullable: true }),
    deletedDate: instant({ nullable: true }),
  },
  indices: [
    { name: 'comment_post', columns: ['postId', 'id'] },
    { name: 'comment_creator', columns: ['creatorUid', 'id'] },
  ],
  foreignKeys: [
    { name: 'comment_of_post', columnNames: ['postId'], target: 'post', referencedColumnNames: ['id'], onDelete: 'CASCADE' },
    { name: 'comment_member', columnNames: ['creatorUid'], target: 'member', referencedColumnNames: ['uid'] },
  ],
})
