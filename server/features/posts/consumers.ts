/** What posts hear of the outbox: how hot they are, and what their playlists have become. */
import type { EntityManager } from 'typeorm'
import type { Media } from '../../contract/index.ts'
import { bool, parsed, sql, type RawBoolean } from '../../db/sql.ts'
import type { Fact } from '../../outbox/facts.ts'
import type { Consumer } from '../../outbox/outbox.ts'
import { addArtists, artistsOf } from '../words/service.ts'
import { removePostEvent, firstPostHeat, addPostEvent, postHeat } from './heat.ts'

const weights = {
  collected: postHeat.collected, uncollected: -postHeat.collected, upvoted: postHeat.upvoted, unupvoted: -postHeat.upvoted,
  commentCreated: postHeat.commented, commentRemoved: -postHeat.commented,
} as const
type Warming = Fact & { kind: keyof typeof weights }

async function updatePostHotness(manager: EntityManager, { kind, postId, by }: Warming, now: number): Promise<void> {
  // Locks the row: what is read is what the last one wrote.
  await sql(manager, 'UPDATE "post" SET "heat" = "heat" WHERE "id" = :postId', { postId })
  const [post] = await sql<{ creatorUid: string; creationDate: string; heat: number }>(
    manager, 'SELECT "creatorUid", "creationDate", "heat" FROM "post" WHERE "id" = :postId', { postId },
  )
  // What a post's creator does to it leaves it as it is (decision 12).
  if (!post || post.creatorUid === by) return
  const weight = weights[kind]
  const least = firstPostHeat(0, Date.parse(post.creationDate))
  // Taking back weighs as much as doing it now would, and so at least as much as doing it did: there is nothing to gain by repeating it.
  const heat = weight > 0 ? addPostEvent(post.heat, weight, now) : removePostEvent(post.heat, -weight, now, least)
  await sql(manager, 'UPDATE "post" SET "heat" = :heat WHERE "id" = :postId', { postId, heat })
}

/** Keeps the trending order. */
export const updatePostHeat = (now: () => number = Date.now): Consumer => ({
  name: 'posts.heat',
  kinds: Object.keys(weights) as Warming['kind'][],
  apply: (manager, fact) => updatePostHotness(manager, fact as Warming, now()),
})

/**
 * Posts and what is kept beside them copy of their playlist its category and whether it is a draft, so
 * that lists of the whole site need not read playlists. What the viewer may not see a list leaves out
 * in any case: a copy that lags behind for a moment shows too little and never too much.
 */
export async function copyFromBead(manager: EntityManager, beadId: string): Promise<void> {
  const [bead] = await sql<{ category: string; isDraft: RawBoolean }>(manager, 'SELECT "category", "isDraft" FROM "bead" WHERE "id" = :beadId', { beadId })
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

/** Artists that a draft named are proposed to others from now on. */
async function publishArtists(manager: EntityManager, beadId: string): Promise<void> {
  const posts = await sql<{ media: string }>(manager, 'SELECT "media" FROM "post" WHERE "beadId" = :beadId AND "media" IS NOT NULL', { beadId })
  await addArtists(manager, posts.flatMap(({ media }) => artistsOf(parsed<Media>(media))))
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
