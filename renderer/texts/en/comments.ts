import { n as written } from './number.ts'

/** A comment and its menu, likes and dialogs. The comment field has `post.ts`. */
export const comments = {
  edit: 'Edit comment',
  delete: 'Delete comment',
  flag: 'Flag comment',
  flagTitle: 'What is wrong with this comment?',
  more: (name: string) => `More for the comment by ${name}`,
  modify: 'Modify',
  edited: 'edited',
  deleteTitle: 'Are you sure you want to delete this comment?',
  deleteConfirm: 'Delete',
  wasDeleted: 'The comment was deleted',
  like: (name: string) => `Like the comment by ${name}`,
  likeSignIn: 'Sign in to like this comment',
  likes: (n: number) => `${written(n)} ${n === 1 ? 'like' : 'likes'}`,
  likers: 'Liked by',
  noLikes: 'No likes yet.',
}
