import { EntitySchema } from 'typeorm'
import { id, instant, longText, uid } from '../../db/columns.ts'

export interface CommentRow {
  id: string
  postId: string
  creatorUid: string
  /** Sanitised HTML. */
  text: string
  creationDate: string
}

export const CommentEntity = new EntitySchema<CommentRow>({
  name: 'comment',
  columns: { id: id({ primary: true }), postId: id(), creatorUid: uid(), text: longText(), creationDate: instant() },
  indices: [
    { name: 'comment_post', columns: ['postId', 'id'] },
    { name: 'comment_creator', columns: ['creatorUid', 'id'] },
  ],
  foreignKeys: [
    { name: 'comment_of_post', columnNames: ['postId'], target: 'post', referencedColumnNames: ['id'], onDelete: 'CASCADE' },
    { name: 'comment_member', columnNames: ['creatorUid'], target: 'member', referencedColumnNames: ['uid'] },
  ],
})
