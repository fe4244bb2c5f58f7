import { EntitySchema } from 'typeorm'
import { count, id, instant, text } from '../../db/columns.ts'

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
