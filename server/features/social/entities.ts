import { EntitySchema } from 'typeorm'
import { count, id, instant, text } from '#db/columns.ts'

/** A tag that has or had followers. `post_tag` holds the posts. */
export interface TagRow {
  /** The name in lower case, by which other tables refer to the tag. */
  key: string
  /** Normalised, in its first spelling. */
  name: string
  followerCount: number
  creationDate: string
}

export const TagEntity = new EntitySchema<TagRow>({
  name: 'tag',
  columns: { key: text(64, { primary: true }), name: text(64), followerCount: count(), creationDate: instant() },
  indices: [{ name: 'tag_followers', columns: ['followerCount', 'key'] }],
})

/** The last counted play of a post by a listener: repeats within the hour are not counted. */
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
  foreignKeys: [{ name: 'play_of_post', columnNames: ['postId'], target: 'post', referencedColumnNames: ['id'], onDelete: 'CASCADE' }],
})
