import { EntitySchema } from 'typeorm'
import type { Category, Media } from '#contract/index.ts'
import { count, flag, id, instant, json, longText, real, text, uid } from '#db/columns.ts'

export interface PostRow {
  id: string
  beadId: string
  creatorUid: string
  title: string
  /** Sanitised HTML. */
  description: string
  tags: string[]
  media: Media | null
  /** Canonical key of the medium (`youtube:…`, or its URL), for finding duplicates in a playlist. */
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
  /** Rank in the curated order; null if never moved. See the beads service. */
  curatedRank?: string | null
  /** Null means 0. */
  shareCount?: number | null
  /** Copy of the column of the playlist, so that site-wide lists need no join. */
  category: Category
  /** Copy of the column of the playlist. */
  isDraft: boolean
  /** Decayed score of collects, upvotes and comments in the log domain, like a playlist's. */
  heat: number
  /** All streams, or the page if there are none, are known to be dead. */
  isDead: boolean
  /** The first post of a chain of reposts (BY23). */
  originalPostId: string | null
  /** Creator of the original. Remains if the original is deleted. */
  originalCreatorUid: string | null
  /** Headline and text are copies of another member's post: the first edit starts without them (decision 20). */
  borrowedText: boolean
}

/** Columns that were added to an existing table and must be nullable; every row has a value. */
const added = { nullable: true } as const

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
    curatedRank: text(120, { nullable: true }),
    shareCount: count({ nullable: true }),
    category: text(20, added),
    isDraft: flag(added),
    heat: real(added),
    isDead: flag(added),
    originalPostId: id(added),
    originalCreatorUid: uid(added),
    borrowedText: flag(added),
  },
  indices: [
    { name: 'post_bead_recent', columns: ['beadId', 'id'] },
    { name: 'post_bead_score', columns: ['beadId', 'score', 'id'] },
    { name: 'post_bead_collects', columns: ['beadId', 'collectCount', 'id'] },
    { name: 'post_bead_media', columns: ['beadId', 'mediaKey'] },
    { name: 'post_bead_curated', columns: ['beadId', 'curatedRank', 'id'] },
    { name: 'post_bead_dead', columns: ['beadId', 'isDead', 'id'] },
    { name: 'post_bead_creator', columns: ['beadId', 'creatorUid', 'id'] },
    { name: 'post_media', columns: ['mediaKey', 'beadId'] },
    { name: 'post_creator', columns: ['creatorUid', 'id', 'isDraft', 'category', 'playable', 'isDead'] },
    { name: 'post_bead_shuffle', columns: ['beadId', 'shuffleKey', 'id'] },
    { name: 'post_original', columns: ['originalPostId', 'id'] },
    // Site-wide lists. The columns after the id let filters skip rows without reading them.
    { name: 'post_recent', columns: ['id', 'isDraft', 'beadId', 'category', 'playable', 'isDead'] },
    { name: 'post_score', columns: ['score', 'id', 'isDraft', 'category', 'playable', 'isDead'] },
    { name: 'post_collects', columns: ['collectCount', 'id', 'isDraft', 'category', 'playable', 'isDead'] },
    { name: 'post_heat', columns: ['heat', 'id', 'isDraft', 'category', 'playable', 'isDead'] },
    { name: 'post_shuffle', columns: ['shuffleKey', 'id', 'isDraft', 'category', 'playable', 'isDead'] },
    { name: 'post_category_recent', columns: ['category', 'id', 'isDraft', 'playable', 'isDead'] },
    { name: 'post_category_score', columns: ['category', 'score', 'id', 'isDraft', 'playable', 'isDead'] },
    { name: 'post_category_heat', columns: ['category', 'heat', 'id', 'isDraft', 'playable', 'isDead'] },
  ],
  foreignKeys: [
    { name: 'post_of_bead', columnNames: ['beadId'], target: 'bead', referencedColumnNames: ['id'], onDelete: 'CASCADE' },
    { name: 'post_member', columnNames: ['creatorUid'], target: 'member', referencedColumnNames: ['uid'] },
  ],
})

/** A tag of a post, for lists by tag. The row of the post has all tags too. */
export interface PostTagRow {
  postId: string
  /** `tagKey` of the tag. */
  tagKey: string
  /** In the post's spelling. */
  tag: string
  beadId: string
  creatorUid: string
  isDraft: boolean
  category: Category
}

export const PostTagEntity = new EntitySchema<PostTagRow>({
  name: 'post_tag',
  columns: {
    postId: id({ primary: true }),
    tagKey: text(64, { primary: true }),
    tag: text(50),
    beadId: id(),
    creatorUid: uid(),
    isDraft: flag(),
    category: text(20),
  },
  indices: [
    { name: 'post_tag_recent', columns: ['tagKey', 'postId', 'isDraft', 'beadId', 'category'] },
    { name: 'post_tag_creators', columns: ['tagKey', 'isDraft', 'creatorUid'] },
    { name: 'post_tag_bead', columns: ['beadId', 'tagKey', 'postId'] },
    { name: 'post_tag_creator', columns: ['creatorUid', 'tagKey', 'postId'] },
  ],
  foreignKeys: [{ name: 'post_tag_post', columnNames: ['postId'], target: 'post', referencedColumnNames: ['id'], onDelete: 'CASCADE' }],
})
