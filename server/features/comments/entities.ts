import { EntitySchema } from 'typeorm'
import { count, id, instant, longText, uid } from '../../db/columns.ts'

export interface CommentRow {
  id: string
  postId: string
  creatorUid: string
  /** Sanitised HTML; empty once it is deleted. */
  text: string
  creationDate: string
  /** Null as good as 0. Like every counter it leaves out what the comment's own creator does to it. */
  likeCount?: number | null
  /** When its text was last changed. */
  editedDate?: string | null
  /** When it was deleted: what stays is that somebody had said something. */
  deletedDate?: string | null
}

export const CommentEntity = new EntitySchema<CommentRow>({
  name: 'comment',
  columns: {
    id: id({ primary: true }), postId: id(), creatorUid: uid(), text: longText(), creationDate: instant(),
    likeCount: count({ nullable: true }), editedDate: instant({ nullable: true }), deletedDate: instant({ nullable: true }),
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
