/** Follows, collects, upvotes, likes, blocks and mutes. */
import type { DataSource } from 'typeorm'
import type { Viewer } from '#access/viewer.ts'
import { tagKey, type CallOutput, type MemberRef, type Page } from '#contract/index.ts'
import type { HiddenMember, Relation, TagRef } from '#contract/schemas/relations.ts'
import { sql } from '#db/sql.ts'
import { StrandError } from '#http/errors.ts'
import type { Beads } from '../beads/service.ts'
import { relationTypes } from '../relations/service.ts'
import type { BlockOrMute } from '../blocks/service.ts'
import { createFollows, type Follows } from './follows.ts'
import { createHiding, type Hiding } from './hiding.ts'
import { createPostReactions, type PostReactions } from './postReactions.ts'
import { followedMembers, followedTags, hiddenMembers, readRelations, relatedMembers, type ListViewer, type Paging } from './lists.ts'

export { openPost } from './postReactions.ts'
export { tagNames } from './tagNames.ts'
export { pageOf, relatedMembers, type ListViewer, type Paging } from './lists.ts'

export interface Social {
  follows: Follows
  postReactions: PostReactions
  hiding: Hiding
  /** Private to the member. Throws `not_found`, `forbidden`. */
  relations(
    uid: string,
    query: CallOutput<'GET /api/v0/members/:uid/relations'>['query'],
    viewer: Viewer,
  ): Promise<{ data: Relation[]; next: number | null }>
  followers(uid: string, paging: Paging, viewer: ListViewer): Promise<Page<MemberRef>>
  following(uid: string, paging: Paging, viewer: ListViewer): Promise<Page<MemberRef>>
  followingTags(uid: string, paging: Paging): Promise<Page<TagRef>>
  /** @param soft an unknown tag results in an empty list instead of `not_found`. */
  tagFollowers(tag: string, soft: boolean, paging: Paging, viewer: ListViewer): Promise<Page<MemberRef>>
  hidden(kind: BlockOrMute, paging: Paging, viewer: Viewer): Promise<Page<HiddenMember>>
}

interface Counts {
  uid: string
  followerCount: number
  followingCount: number
}

export function createSocial({ db, beads, now = Date.now }: { db: DataSource; beads: Beads; now?: () => number }): Social {
  async function read(uid: string): Promise<Counts> {
    const [row] = await sql<Counts>(
      db,
      'SELECT "uid", "followerCount", "followingCount" FROM "member" WHERE "uidKey" = :key AND "removedDate" IS NULL',
      { key: uid.toLowerCase() },
    )
    if (!row) throw new StrandError('not_found')
    return row
  }

  return {
    follows: createFollows({ db, beads, now }),
    postReactions: createPostReactions({ db, beads, now }),
    hiding: createHiding({ db, beads, now }),

    async relations(given, query, viewer) {
      const { uid } = await read(given)
      if (uid !== viewer.uid) throw new StrandError('forbidden')
      return readRelations(db, uid, query)
    },

    async followers(given, paging, viewer) {
      const { uid, followerCount } = await read(given)
      return relatedMembers(db, relationTypes.followMember, uid, paging, viewer, followerCount)
    },

    async following(given, paging, viewer) {
      const { uid, followingCount } = await read(given)
      return followedMembers(db, uid, paging, viewer, followingCount)
    },

    async followingTags(given, paging) {
      return followedTags(db, (await read(given)).uid, paging)
    },

    async tagFollowers(tag, soft, paging, viewer) {
      const key = tagKey(tag)
      const [row] = await sql<{ followerCount: number }>(db, 'SELECT "followerCount" FROM "tag" WHERE "key" = :key', { key })
      if (!row && !soft) throw new StrandError('not_found')
      return relatedMembers(db, relationTypes.followTag, key, paging, viewer, row?.followerCount ?? 0)
    },

    hidden: (kind, paging, viewer) => hiddenMembers(db, viewer.uid, kind, paging),
  }
}
