import { EntitySchema } from 'typeorm'
import type { Media } from '../../contract/index.ts'
import { count, flag, id, instant, json, longText, text, uid } from '../../db/columns.ts'

export interface PostRow {
  id: string
  beadId: string
  creatorUid: string
  title: string
  /** Sanitised HTML. */
  description: string
  tags: string[]
  media: Media | null
  /** Canonical key of the medium (`youtube:…`, or its address), by which a repeat in a playlist is found. */
  mediaKey: string | null
  /** Whether the player can play it: it has a stream. */
  playable: boolean
  creationDate: string
  collectCount: number
  upvoteCount: number
  commentCount: number
  playCount: number
  /** 2·collects + upvotes + comments (decision 9). */
  score: number
  /** A random 31-bit number that a seeded shuffle permutes. */
  shuffleKey: number
}

export const PostEntity = new EntitySchema<PostRow>({
  name: 'post',
  columns: {
    id: id({ primary: true }),
    beadId: id(),
    creatorUid: uid(),
    title: text(140),
    description: longText(),
    tags: json(),
    media: json({ nullable: true }),
    mediaKey: text(400, { nullable: true }),
    playable: flag(),
    creationDate: instant(),
    collectCount: count(),
    upvoteCount: count(),
    commentCount: count(),
    playCount: count(),
    score: count(),
    shuffleKey: count(),
  },
  indices: [
    { name: 'post_bead_recent', columns: ['beadId', 'id'] },
    { name: 'post_bead_score', columns: ['beadId', 'score', 'id'] },
    { name: 'post_bead_collects', columns: ['beadId', 'collectCount', 'id'] },
    { name: 'post_bead_media', columns: ['beadId', 'mediaKey'] },
    { name: 'post_creator', columns: ['creatorUid', 'id'] },
    { name: 'post_score', columns: ['score', 'id'] },
    { name: 'post_collects', columns: ['collectCount', 'id'] },
  ],
  foreignKeys: [
    { name: 'post_of_bead', columnNames: ['beadId'], target: 'bead', referencedColumnNames: ['id'], onDelete: 'CASCADE' },
    { name: 'post_member', columnNames: ['creatorUid'], target: 'member', referencedColumnNames: ['uid'] },
  ],
})
