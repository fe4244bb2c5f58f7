/** Consumers of the outbox for hotness of posts and for columns copied from playlists. */
import type { EntityManager } from 'typeorm'
import type { Media } from '#contract/index.ts'
import { lockRow } from '#db/locks.ts'
import { bool, parsed, sql, type RawBoolean } from '#db/sql.ts'
import type { Fact } from '#outbox/facts.ts'
import type { Consumer } from '#outbox/outbox.ts'
import { addArtists, artistsOf } from '../words/service.ts'
import { removePostEvent, firstPostHeat, addPostEvent, postHeat } from './heat.ts'

const weights = {
  collected: postHeat.collected,
  uncollected: -postHeat.collected,
  upvoted: postHeat.upvoted,
  unupvoted: -postHeat.upvoted,
  commentCreated: postHeat.commented,
  commentRemoved: -postHeat.commented,
} as const
type HeatEvent = Fact & { kind: keyof typeof weights }

async function updatePostHotness(manager: EntityManager, { kind, postId, by }: HeatEvent, now: number): Promise<void> {
  await lockRow(manager, 'post', postId)
  const [post] = await sql<{ creatorUid: string; creationDate: string; heat: number }>(
    manager,
    'SELECT "creatorUid", "creationDate", "heat" FROM "post" WHERE "id" = :postId',
    { postId },
  )
  // Hotness excludes the post's creator (decision 12).
  if (!post || post.creatorUid === by) return
  const weight = weights[kind]
  const least = firstPostHeat(0, Date.parse(post.creationDate))
  // Undoing removes the weight of an event now, at least as much as the original added, so that repeating gains nothing.
  const heat = weight > 0 ? addPostEvent(post.heat, weight, now) : removePostEvent(post.heat, -weight, now, least)
  await sql(manager, 'UPDATE "post" SET "heat" = :heat WHERE "id" = :postId', { postId, heat })
}

/** Maintains the trending order. */
export const updatePostHeat = (now: () => number = Date.now): Consumer => ({
  name: 'posts.heat',
  kinds: Object.keys(weights) as HeatEvent['kind'][],
  apply: (manager, fact) => updatePostHotness(manager, fact as HeatEvent, now()),
})

/**
 * Updates the copies of a playlist's category and draft flag in posts and their index tables, which save site-wide lists the join. Lists
 * check permissions independently, so that a stale copy can only hide posts.
 */
export async function copyFromBead(manager: EntityManager, beadId: string): Promise<void> {
  const [bead] = await sql<{ category: string; isDraft: RawBoolean }>(
    manager,
    'SELECT "category", "isDraft" FROM "bead" WHERE "id" = :beadId',
    { beadId },
  )
  if (!bead) return
  const parameters = { beadId, category: bead.category, isDraft: bool(bead.isDraft) }
  const differs = '("isDraft" <> :isDraft OR "category" <> :category)'
  const posts = 'SELECT "id" FROM "post" WHERE "beadId" = :beadId'
  for (const statement of [
    `UPDATE "collected" SET "category" = :category, "isDraft" = :isDraft WHERE "postId" IN (${posts}) AND ${differs}`,
    `UPDATE "post_tag" SET "category" = :category, "isDraft" = :isDraft WHERE "beadId" = :beadId AND ${differs}`,
    `UPDATE "post" SET "category" = :category, "isDraft" = :isDraft WHERE "beadId" = :beadId AND ${differs}`,
  ])
    await sql(manager, statement, parameters)
}

/** Adds the artists of a published draft to autocompletion. */
async function publishArtists(manager: EntityManager, beadId: string): Promise<void> {
  const posts = await sql<{ media: string }>(manager, 'SELECT "media" FROM "post" WHERE "beadId" = :beadId AND "media" IS NOT NULL', {
    beadId,
  })
  await addArtists(
    manager,
    posts.flatMap(({ media }) => artistsOf(parsed<Media>(media))),
  )
}

export const syncBeadCopies: Consumer = {
  name: 'posts.bead',
  kinds: ['beadChanged', 'beadPublished'],
  apply: async (manager, fact) => {
    const { kind, beadId } = fact as Fact & { kind: 'beadChanged' | 'beadPublished' }
    await copyFromBead(manager, beadId)
    if (kind === 'beadPublished') await publishArtists(manager, beadId)
  },
}
