/** Collecting and upvoting posts (H1, H2). */
import type { DataSource } from 'typeorm'
import type { Viewer } from '#access/viewer.ts'
import { bool, sql, type RawBoolean } from '#db/sql.ts'
import { transaction } from '#db/transaction.ts'
import { StrandError } from '#http/errors.ts'
import { emit } from '#outbox/outbox.ts'
import type { Beads } from '../beads/service.ts'
import { relationTypes } from '../relations/service.ts'
import { addCollected, removeCollected } from '../collection/service.ts'
import { adjustMemberCount, setRelation } from '../relations/service.ts'

/** `points` is the weight in `post.score` (decision 9). */
const kinds = {
  collect: { type: relationTypes.collect, counter: 'collectCount', points: 2, done: 'collected', undone: 'uncollected' },
  upvote: { type: relationTypes.upvote, counter: 'upvoteCount', points: 1, done: 'upvoted', undone: 'unupvoted' },
} as const
export type PostReaction = keyof typeof kinds

export interface PostReactions {
  /** Throws `not_found`, and `forbidden` for a post in a draft of others. */
  set(id: string, kind: PostReaction, enabled: boolean, viewer: Viewer): Promise<{ related: boolean; count: number }>
}

interface PostRef {
  beadId: string
  creatorUid: string
  isDraft: RawBoolean
}

/** The playlist and creator of a post. Throws `not_found`, and `forbidden` if the viewer may not see it. */
export async function openPost(db: DataSource, beads: Beads, id: string, viewer: Viewer | null): Promise<PostRef> {
  const [post] = await sql<PostRef>(
    db,
    'SELECT p."beadId", p."creatorUid", v."isDraft" FROM "post" p JOIN "bead" v ON v."id" = p."beadId" WHERE p."id" = :id',
    { id },
  )
  if (!post) throw new StrandError('not_found')
  if (bool(post.isDraft)) await beads.open(post.beadId, viewer)
  return post
}

export function createPostReactions({ db, beads, now }: { db: DataSource; beads: Beads; now: () => number }): PostReactions {
  return {
    async set(id, kind, enabled, viewer) {
      const { beadId, creatorUid } = await openPost(db, beads, id, viewer)
      const { type, counter, points, done, undone } = kinds[kind]
      return transaction(db, async (manager) => {
        // Deleting the post locks the playlist too: one of the two waits, and no relation to a deleted post is left.
        await beads.lock(manager, beadId)
        const [post] = await sql<Record<typeof counter, number> & { isDraft: RawBoolean }>(
          manager,
          `SELECT p."${counter}", v."isDraft" FROM "post" p JOIN "bead" v ON v."id" = p."beadId" WHERE p."id" = :id`,
          { id },
        )
        if (!post) throw new StrandError('not_found')
        const { related, delta, before, since } = await setRelation(
          manager,
          { uid: viewer.uid, type, entity: id },
          { related: enabled },
          now(),
        )
        // Counters exclude the post's creator (decision 12).
        const counts = viewer.uid === creatorUid ? 0 : delta
        if (counts !== 0)
          await sql(manager, `UPDATE "post" SET "${counter}" = "${counter}" + :counts, "score" = "score" + :points WHERE "id" = :id`, {
            id,
            counts,
            points: counts * points,
          })
        if (kind === 'collect') {
          if (delta > 0) await addCollected(manager, viewer.uid, id, since!)
          if (delta < 0) await removeCollected(manager, viewer.uid, id)
          if (counts > 0) await beads.bump(manager, beadId, 'collected')
          if (counts < 0) await beads.unbump(manager, beadId, 'collected', before.since!)
          if (!bool(post.isDraft)) await adjustMemberCount(manager, viewer.uid, 'collectedPostCount', delta)
        }
        if (delta !== 0) await emit(manager, { kind: delta > 0 ? done : undone, postId: id, by: viewer.uid })
        return { related, count: post[counter] + counts }
      })
    },
  }
}
