import { EntitySchema } from 'typeorm'
import type { Category } from '#contract/index.ts'
import { count, flag, id, instant, text, uid } from '#db/columns.ts'

/**
 * A post that a member collected, with copies of the columns that collections are filtered by, so that pages and counts
 * need only one index. The row of `relation` is authoritative; both change in one transaction.
 */
export interface CollectedRow {
  uid: string
  postId: string
  collectedDate: string
  beadId: string
  creatorUid: string
  category: Category
  isDraft: boolean
  playable: boolean
  /** A random number of the post; a seeded shuffle sorts by a permutation of it. */
  shuffleKey: number
  /** Fingerprints of the post's tags, see `fingerprintsOf`. */
  tagMarks: string
}

export const CollectedEntity = new EntitySchema<CollectedRow>({
  name: 'collected',
  columns: {
    uid: uid({ primary: true }),
    postId: id({ primary: true }),
    collectedDate: instant(),
    beadId: id(),
    creatorUid: uid(),
    category: text(20),
    isDraft: flag(),
    playable: flag(),
    shuffleKey: count(),
    tagMarks: text(100),
  },
  indices: [
    {
      name: 'collected_recent',
      columns: ['uid', 'collectedDate', 'postId', 'beadId', 'creatorUid', 'category', 'isDraft', 'playable', 'shuffleKey', 'tagMarks'],
    },
    { name: 'collected_post', columns: ['postId'] },
  ],
  foreignKeys: [
    { name: 'collected_by', columnNames: ['uid'], target: 'member', referencedColumnNames: ['uid'], onDelete: 'CASCADE' },
    { name: 'collected_of_post', columnNames: ['postId'], target: 'post', referencedColumnNames: ['id'], onDelete: 'CASCADE' },
  ],
})
